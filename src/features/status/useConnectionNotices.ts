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
 * it, because they have no lists to continue with. After the rest, a screen reader hears what holds then.
 */
export const useConnectionNotices = (): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const announce = useAnnounce();
  const isGuest = useAppSelector(selectSessionPhase) === 'guest';
  const isOnline = useAppSelector(selectIsOnline);
  const told = useRef(isOnline);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  const hide = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (told.current === isOnline) return;
    // What it says is not true any more.
    hide.current();
    const tell = (isOnlyHeard: boolean): void => {
      told.current = isOnline;
      toldAt.current = performance.now();
      const urgency = isOnline ? 'polite' : 'assertive';
      const lost = isGuest ? 'guest.offline' : 'sync.wentOffline';
      const text = t(isOnline ? 'sync.backOnline' : lost);
      if (isOnlyHeard) announce(text, urgency);
      else hide.current = show({ text, durationMs: SHOWN_MS, urgency, yields: true });
    };
    const restMs = toldAt.current + REST_MS - performance.now();
    if (restMs <= 0) return tell(isGuest);
    const timer = setTimeout(tell, restMs, true);
    return () => clearTimeout(timer);
  }, [isOnline, isGuest, show, announce, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen reader also finds the text later, when it is over or in another language
  useEffect(() => (isOnline ? undefined : () => void announce('', 'assertive')), [isOnline, announce, t]);
};
