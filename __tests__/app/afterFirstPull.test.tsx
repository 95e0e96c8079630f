import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { afterFirstPull } from '../../src/app/afterFirstPull';
import type { AppStore } from '../../src/store/state/appStore';

/** A store of which only the cursors matter here. */
const makePulling = () => {
  const cursors: { lists: string | null; items: string | null } = { lists: null, items: null };
  const listeners = new Set<() => void>();
  const store = {
    getState: () => ({ data: { base: { cursors } } }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as AppStore;
  const pulled = (of: 'lists' | 'items'): void => {
    cursors[of] = '2026-11-24T10:00:00.000Z';
    for (const listener of listeners) listener();
  };
  return { store, pulled, listeners };
};

const hasEnded = async (waiting: Promise<void>): Promise<boolean> => {
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await jest.advanceTimersByTimeAsync(0);
  return isOver;
};

beforeEach(() => {
  jest.useFakeTimers();
  window.requestIdleCallback = (act) => {
    queueMicrotask(() => act({ didTimeout: false, timeRemaining: () => 50 }));
    return 0;
  };
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

describe('what waits for the first pull', () => {
  test('does not wait for a guest', async () => {
    expect(await hasEnded(afterFirstPull(window, makePulling().store, false))).toBe(true);
  });

  test('does not wait where lists and items were pulled before', async () => {
    const { store, pulled } = makePulling();
    pulled('lists');
    pulled('items');
    expect(await hasEnded(afterFirstPull(window, store, true))).toBe(true);
  });

  test('goes on when lists and items have arrived', async () => {
    const { store, pulled, listeners } = makePulling();
    const waiting = afterFirstPull(window, store, true);
    pulled('lists');
    expect(await hasEnded(waiting)).toBe(false);
    pulled('items');
    expect(await hasEnded(waiting)).toBe(true);
    expect(listeners.size).toBe(0);
  });

  test('goes on after ten seconds, also without a server', async () => {
    const waiting = afterFirstPull(window, makePulling().store, true);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(await hasEnded(waiting)).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await hasEnded(waiting)).toBe(true);
  });
});
