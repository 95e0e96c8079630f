/** Durations in milliseconds. */
export const HAPTIC_MS = { light: 10, medium: 100, heavy: 300 } as const;

/** Twice 50 ms with a 50-ms pause: an item was ticked. */
export const DONE_PATTERN_MS: readonly number[] = [50, 50, 50];
export const UNDONE_PATTERN_MS: number = HAPTIC_MS.heavy;

export type VibrationPattern = number | readonly number[];
export type Vibrate = (pattern: VibrationPattern) => void;

/** Vibrates where the device can; does nothing on iOS, without a motor, or before the page's first touch. */
export const vibrate: Vibrate = (pattern) => {
  if (typeof navigator === 'undefined' || typeof navigator.vibrate !== 'function') return;
  navigator.vibrate(typeof pattern === 'number' ? pattern : [...pattern]);
};
