import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';

const SHOWN_MS = 5000;
/** The shortest time between two notices, for a connection that comes and goes. */
const REST_MS = 30_000;

/**
 * Tells when the connection is lost or back, at most every 30 s. The status line always shows it. A guest only hears
 * it, because they have no lists to continue with.
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
