import { jest } from '@jest/globals';
import { settled } from './settled';

/** Time under a test's control, for tabs on Node: their disk and network go on while their timers stand. */

/** From here on timers go off only when `pass` says so. End it with `jest.useRealTimers()`. */
export const stopTabTime = (): void => {
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'],
  });
};

/** Lets so much time pass, and then whatever that began come to its end. */
export const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
  await settled();
};

/** Lets time pass until it is so. @throws when it is not so after the longest wait */
export const passUntil = async (isSo: () => boolean, longestMs: number): Promise<void> => {
  const STEP_MS = 50;
  await settled();
  for (let passed = 0; !isSo(); passed += STEP_MS) {
    if (passed > longestMs) throw new Error(`not so after ${longestMs} ms`);
    await pass(STEP_MS);
  }
};
