import { jest } from '@jest/globals';

/** Time under a test's control, in the page: a race between a person and a timer of ours must not depend on how slow the machine is. */

const realTimeout = setTimeout;

/** From here on our timers fire only when `pass` says so; server and disk go on. End it with `jest.useRealTimers()`. */
export const stopTime = (): void => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick', 'performance', 'Date'] });
};

export const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Lets our timers fire, one tenth of a second after the other, until it is true. @throws what `check` throws */
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
