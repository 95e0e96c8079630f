import { afterEach, jest } from '@jest/globals';

/** A test controls the timers of the page, so that a race between a person and a timer does not depend on the speed of the machine. */

const realTimeout = setTimeout;
const realNow = Date.now;

/** From now on our timers fire only in `pass`; server and disk go on. `jest.useRealTimers()` ends it. */
export const stopTime = (): void => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick', 'performance', 'Date'] });
};

let hasHeld = false;
afterEach(() => {
  if (hasHeld) globalThis.setTimeout = realTimeout;
  hasHeld = false;
});

/**
 * Holds back the page's timers of these lengths until the end of the test; all others go on. A clock of jest's would be
 * taken for one that is to be advanced.
 * @returns lets those that were set fire
 */
export const holdTimers = (...lengthsMs: readonly number[]): (() => void) => {
  const held: (() => void)[] = [];
  hasHeld = true;
  globalThis.setTimeout = new Proxy(realTimeout, {
    apply: (real, page, [act, ms, ...rest]) => {
      const isHeld = lengthsMs.includes(ms);
      if (isHeld) held.push(act);
      return Reflect.apply(real, page, [isHeld ? () => undefined : act, ms, ...rest]);
    },
  });
  return () => held.splice(0).forEach((act) => void act());
};

export const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Waits a real moment, for server and disk, and does `next` before each look. @throws what `check` throws, if it never passes */
const untilPassed = async (check: () => void, next: () => unknown): Promise<void> => {
  // Only a limit, because a busy machine may be slow.
  const end = realNow() + 20_000;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (realNow() > end) throw error;
    }
    await next();
    await new Promise((resolve) => realTimeout(resolve, 5));
  }
};

/** Advances our timers in steps of a tenth of a second until `check` passes. @throws what `check` throws, if it never passes */
export const passUntil = (check: () => void): Promise<void> => untilPassed(check, () => pass(100));

/** Waits until React has rendered; our timers stand still meanwhile. @throws what `check` throws, if it never passes */
export const soon = (check: () => void): Promise<void> => untilPassed(check, () => undefined);
