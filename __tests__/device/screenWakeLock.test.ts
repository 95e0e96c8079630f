import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { makeScreenWakeLock, WAKE_LOCK_MS } from '../../src/device/screenWakeLock';
import { pass } from '../support/stillTime';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const shop = (isRefused = false) => {
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const wakeLock = {
    request: async () => {
      if (isRefused) throw new DOMException('battery low', 'NotAllowedError');
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
        },
      };
      locks.push(lock);
      return lock;
    },
  } as unknown as WakeLock;
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const screen = makeScreenWakeLock(wakeLock, page as unknown as Document);
  const held = () => locks.filter(({ released }) => !released).length;
  const setVisible = async (isVisible: boolean): Promise<void> => {
    page.visibilityState = isVisible ? 'visible' : 'hidden';
    if (!isVisible) for (const lock of locks) lock.released = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
  };
  return { screen, held, locks, setVisible };
};

describe('the screen of who ticks', () => {
  test('stays on, with one lock however many ticks, until five minutes after the last', async () => {
    const { screen, held, locks } = shop();
    screen.stay();
    await pass(WAKE_LOCK_MS - 1);
    screen.stay();
    await pass(WAKE_LOCK_MS - 1);
    expect([held(), locks.length]).toEqual([1, 1]);
    await pass(1);
    expect(held()).toBe(0);
  });

  test('may sleep again when the list is left', async () => {
    const { screen, held } = shop();
    screen.stay();
    await pass(0);
    screen.release();
    expect(held()).toBe(0);
  });

  test('may sleep also when the list is left before the lock has been given', async () => {
    const { screen, held } = shop();
    screen.stay();
    screen.release();
    await pass(0);
    expect(held()).toBe(0);
  });

  test('stays on again for who comes back within the time, and not after it', async () => {
    const { screen, held, setVisible } = shop();
    screen.stay();
    await pass(1000);
    await setVisible(false);
    expect(held()).toBe(0);
    await setVisible(true);
    expect(held()).toBe(1);
    await setVisible(false);
    await pass(WAKE_LOCK_MS);
    await setVisible(true);
    expect(held()).toBe(0);
  });

  test('sleeps as ever where the device refuses, or knows no lock', async () => {
    const { screen, held } = shop(true);
    screen.stay();
    await pass(0);
    expect(held()).toBe(0);
    const page = new EventTarget() as unknown as Document;
    expect(() => makeScreenWakeLock(undefined, page).stay()).not.toThrow();
  });
});
