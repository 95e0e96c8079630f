import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `onEnd` after `durationMs`, not counting pauses. Null never ends.
 * The duration is read once; use a new `key` for a new countdown.
 */
export const useCountdown = (durationMs: number | null, isPaused: boolean, onEnd: () => void): void => {
  const leftMs = useRef(durationMs);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const startLeftMs = leftMs.current;
    if (startLeftMs === null || isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => end(), startLeftMs);
    return () => {
      clearTimeout(timer);
      leftMs.current = Math.max(0, startLeftMs - (performance.now() - startedAt));
    };
  }, [isPaused]);
};
