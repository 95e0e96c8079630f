import { describe, expect, test } from '@jest/globals';
import { makeNewId } from '../../src/app/newId';
import { isTimedUuid } from '../../src/contract/uuids';
import { openLocalStore } from '../../src/storage/localStore';

const forgetful = { getItem: () => null, setItem: () => undefined };
const isSorted = (ids: readonly string[]) => [...ids].sort().join() === ids.join() && new Set(ids).size === ids.length;

describe('new ids', () => {
  test('are uuids of version 7 and grow within one millisecond', () => {
    const newId = makeNewId(() => 1_000_000, forgetful);
    const ids = Array.from({ length: 500 }, () => newId());
    expect(ids.every(isTimedUuid)).toBe(true);
    expect(isSorted(ids)).toBe(true);
  });

  test('grow when the clock goes back', () => {
    let now = 2_000_000;
    const newId = makeNewId(() => now, forgetful);
    const before = newId();
    now = 1_000_000;
    expect(isSorted([before, newId(), newId()])).toBe(true);
  });

  test('grow when the clock went back between two visits', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    const before = makeNewId(() => 2_000_000, storage)();
    const after = makeNewId(() => 1_000_000, storage)();
    expect(isSorted([before, after])).toBe(true);
  });

  test('carry the time that is asked for, in the order of asking, and leave the order of the others alone', () => {
    const newId = makeNewId(() => 5_000_000, forgetful);
    const first = newId();
    const restored = [newId(1000), newId(1000), newId(1000)];
    expect(isSorted([...restored, first, newId()])).toBe(true);
  });

  test('are made without a storage too', () => {
    const closed = {
      get localStorage(): Storage {
        throw new Error('denied');
      },
    };
    expect(isTimedUuid(makeNewId(() => 1, openLocalStore(closed))())).toBe(true);
  });
});
