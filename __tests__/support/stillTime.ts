import { jest } from '@jest/globals';

/** A test controls the timers of the page, so that a race between a person and a timer does not depend on the speed of the machine. */

const realTimeout = setTimeout;

/** From now on our timers fire only in `pass`; server and disk go on. `jest.useRealTimers()` ends it. */
export const stopTime = (): void => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick', 'performance', 'Date'] });
};

export const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Advances our timers in steps of a tenth of a second until `check` passes. @throws what `check` throws */
export const passUntil = async (check: () => void, tries = 600): Promise<void> => {
  try {
    check();
  } catch (error) {
    if (tries === 0) throw error;
    await pass(100);
    await new Promise((resolve) => realTimeout(resolve, 5));
    await passUntil(check, tries - 1);
  }
};

/** Waits until React has rendered; our timers stand still meanwhile. @throws what `check` throws, if it never passes */
export const soon = async (check: () => void, tries = 1000): Promise<void> => {
  try {
    check();
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => realTimeout(resolve, 5));
    await soon(check, tries - 1);
  }
};
