import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { makePendingWrites } from '../../src/storage/pendingWrites';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const full = (): Promise<void> => Promise.reject(new Error('full'));

/** Writes to a disk that is full until it is not, and how often they were tried again. */
const pendingOn = (disk: { isFull: boolean }) => {
  const seen = { tries: 0, errors: 0, written: 0 };
  const pending = makePendingWrites({
    hasFailed: () => disk.isFull,
    tryAgain: async () => {
      seen.tries += 1;
      if (disk.isFull) await full();
    },
    onWritten: () => {
      seen.written += 1;
    },
    onError: () => {
      seen.errors += 1;
    },
  });
  return { pending, seen };
};

test('a write that fails again is tried again, every five seconds for as long as the disk is full', async () => {
  const disk = { isFull: true };
  const { pending, seen } = pendingOn(disk);
  await pending.track(full());
  await jest.advanceTimersByTimeAsync(15_000);
  expect(seen).toEqual({ tries: 3, errors: 4, written: 0 });
  disk.isFull = false;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ tries: 4, errors: 4, written: 1 });
});

test('many writes that fail at once are tried again together', async () => {
  const { pending, seen } = pendingOn({ isFull: true });
  await Promise.all([pending.track(full()), pending.track(full()), pending.track(full())]);
  await jest.advanceTimersByTimeAsync(5000);
  expect(seen.tries).toBe(1);
});

test('nothing is tried again after the session has ended, also where a write fails only then', async () => {
  const { pending, seen } = pendingOn({ isFull: true });
  await pending.track(full());
  pending.stop();
  await pending.track(full());
  await jest.advanceTimersByTimeAsync(60_000);
  expect(seen.tries).toBe(0);
});
