/** Durations in milliseconds. */
export const HAPTIC_MS = { light: 10, medium: 100, heavy: 300 } as const;

/** For a ticked item: 50 ms, a pause of 50 ms, 50 ms. */
export const DONE_PATTERN_MS: readonly number[] = [50, 50, 50];
export const UNDONE_PATTERN_MS: number = HAPTIC_MS.heavy;

type VibrationPattern = number | readonly number[];
export type Vibrate = (pattern: VibrationPattern) => void;

/** Vibrates where the device can. Does nothing on iOS, without a motor, or before the first touch of the page. */
export const vibrate: Vibrate = (pattern) => {
  if (typeof navigator === 'undefined' || typeof navigator.vibrate !== 'function') return;
  navigator.vibrate(typeof pattern === 'number' ? pattern : [...pattern]);
};
