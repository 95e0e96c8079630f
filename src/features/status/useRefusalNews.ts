import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsRoundRunning } from '../../store/state/loadingSlice';
import { useAnnounce } from '../../ui/LiveRegions';
import { useUnseenRefusals } from './useUnseenRefusals';

/** Announces after a round that changes were refused, for people who do not see the status line. */
export const useRefusalNews = (): void => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const isRunning = useAppSelector(selectIsRoundRunning);
  const refused = useUnseenRefusals();
  const before = useRef(0);
  useEffect(() => {
    if (isRunning) return;
    if (refused > before.current) announce(t('sync.refused', { count: refused }));
    before.current = refused;
  }, [refused, isRunning, announce, t]);
};
