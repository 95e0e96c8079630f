import { useEffect, useRef } from 'react';

/**
 * Calls `onEnd` once `durationMs` have passed, not counting the time it was paused. Null never ends.
 * The duration is read once: a new countdown is a new component (give it a key).
 */
export const useCountdown = (durationMs: number | null, isPaused: boolean, onEnd: () => void): void => {
  const leftMs = useRef(durationMs);
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    const startLeftMs = leftMs.current;
    if (startLeftMs === null || isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => latestOnEnd.current(), startLeftMs);
    return () => {
      clearTimeout(timer);
      leftMs.current = Math.max(0, startLeftMs - (performance.now() - startedAt));
    };
  }, [isPaused]);
};
