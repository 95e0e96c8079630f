import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsRoundRunning } from '../../store/state/loadingSlice';
import { refusalId, selectRefusals } from '../../store/view/viewSelectors';
import { useAnnounce } from '../../ui/LiveRegions';
import { readRefusalsSeen } from '../refusalsSeen';

/**
 * Announces how many refused changes were not seen on Logs yet: after a round that brought a new one, and at the start of
 * the app. It is for people who do not see the status line.
 */
export const useRefusalNews = (): void => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const isRunning = useAppSelector(selectIsRoundRunning);
  const refusals = useAppSelector(selectRefusals);
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (isRunning) return;
    const seen = readRefusalsSeen();
    const unseen = refusals.map(refusalId).filter((id) => !seen.has(id));
    if (unseen.some((id) => !told.current.has(id))) announce(t('sync.refused', { count: unseen.length }));
    told.current = new Set(unseen);
  }, [refusals, isRunning, announce, t]);
};
