import { jest } from '@jest/globals';

/** Time under a test's control, in the page: a race between a person and a timer of ours must not depend on how slow the machine is. */

const realTimeout = setTimeout;

/** From here on our timers fire only when `pass` says so. End it with `jest.useRealTimers()`. */
export const stopTime = (): void => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'Date'] });
};

export const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Waits for React, which draws in its own time while ours stands. @throws what `check` throws, when it never comes true */
export const soon = async (check: () => void, tries = 1000): Promise<void> => {
  try {
    check();
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => realTimeout(resolve, 5));
    await soon(check, tries - 1);
  }
};
