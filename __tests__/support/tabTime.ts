import { jest } from '@jest/globals';
import { settled } from './settled';

/** A test controls the timers of tabs on Node. Their disk and network still work while the timers stand still. */

/** From now on timers fire only in `pass`. `jest.useRealTimers()` ends it. */
export const stopTabTime = (): void => {
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'],
  });
};

/** Lets this time pass, then waits for the work that the timers began. */
export const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
  await settled();
};

/** Lets time pass until the condition holds. @throws if it does not hold after the longest wait */
export const passUntil = async (isSo: () => boolean, longestMs: number): Promise<void> => {
  const STEP_MS = 50;
  await settled();
  for (let passed = 0; !isSo(); passed += STEP_MS) {
    if (passed > longestMs) throw new Error(`not so after ${longestMs} ms`);
    await pass(STEP_MS);
  }
};
