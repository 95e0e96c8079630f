import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';

const SHOWN_MS = 5000;
/** A flickering network must not become a flickering page. */
const REST_MS = 30_000;

/**
 * Going offline and coming back are told once per change, at most once in 30 s; the status line always tells. A guest has no
 * lists to go on with: they see it in the line alone, and hear it.
 */
export const useConnectionNotices = (): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const announce = useAnnounce();
  const isGuest = useAppSelector(selectSessionPhase) === 'guest';
  const isOnline = useAppSelector(selectIsOnline);
  const known = useRef(isOnline);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (known.current === isOnline) return;
    known.current = isOnline;
    if (performance.now() - toldAt.current < REST_MS) return;
    toldAt.current = performance.now();
    const urgency = isOnline ? 'polite' : 'assertive';
    if (isGuest) announce(t(isOnline ? 'sync.backOnline' : 'guest.offline'), urgency);
    else
      show({ text: t(isOnline ? 'sync.backOnline' : 'sync.wentOffline'), durationMs: SHOWN_MS, urgency, yields: true });
  }, [isOnline, isGuest, show, announce, t]);
};
