import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BaseStore } from '../../src/storage/baseStore';
import type { Ports } from '../../src/store/ports';
import { makeStore } from '../../src/store/store';
import { openStoredBase } from '../../src/store/storedBase';
import { type SyncEvent, syncEvent } from '../../src/sync/syncEvents';
import { type Base, emptyBase } from '../../src/sync/syncState';
import { aList, served, updateOf } from '../support/builders';
import { gate } from '../support/gate';

const LAMPORT = 900;

const change = updateOf(aList(1), { name: 'x' }, 7);
const refused = { changes: [change], status: 400, message: 'no', time: 1 };

/** A disk with a refusal on it that does not answer the first reading, and the second only when it is told to. */
const makeDisk = () => {
  const answers = gate();
  const disk = { base: { ...emptyBase, refused: [refused], lamport: LAMPORT } as Base };
  let readings = 0;
  const store: BaseStore = {
    getItem: async <Value>() => {
      readings += 1;
      if (readings === 1) throw new DOMException('The database does not answer.', 'TimeoutError');
      await answers.opened;
      return { base: disk.base } as Value;
    },
    setItem: async <Value>(_key: string, value: Value) => {
      disk.base = (value as { base: Base }).base;
      return value;
    },
    removeItem: async () => undefined,
  };
  return { disk, store, answer: answers.open };
};

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms).then(() => undefined);

/** The disk was silent as the tab began to lead, the server was not; it answers after so many writes were begun. */
const ledInSilence = async (writes: number, heard: readonly SyncEvent[] = []) => {
  const { disk, store: baseStore, answer } = makeDisk();
  const store = makeStore({} as Ports);
  const base = await openStoredBase(
    store,
    baseStore,
    () => undefined,
    () => undefined,
  );
  heard.forEach(store.dispatch);
  void base.write('on');
  for (let time = 1; time <= writes; time += 1) {
    const delta = { collection: 'lists', put: [served(aList(1), time)], removed: [] } as const;
    const pulled = { delta, isWhole: true, cursor: 'x', forget: [], roundStartedAt: time };
    store.dispatch(syncEvent('sync/pulled', pulled));
    store.dispatch(syncEvent('sync/pulled', { ...pulled, delta: { collection: 'items', put: [], removed: [] } }));
    await pass(10);
  }
  answer();
  await pass(10);
  await base.flush();
  return disk.base;
};

beforeEach(() => {
  jest.useFakeTimers();
  // redux-persist says each failure aloud outside production.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('what base alone keeps, on a disk that did not answer as the tab began', () => {
  test('is taken once, though base changed several times before the disk answered', async () => {
    expect((await ledInSilence(3)).refused).toEqual([refused]);
  });

  test('is taken once, though this tab has heard of it from the one that led before', async () => {
    const { collection, rowId, listId, id } = change;
    const heard = syncEvent('sync/rowRefused', { ...refused, collection, rowId, listId, changeIds: [id] });
    expect((await ledInSilence(1, [heard])).refused).toEqual([refused]);
  });

  test('is also how far this device has counted: an id that was given is not given again', async () => {
    const { lamport, lists } = await ledInSilence(1);
    expect(Object.keys(lists)).toHaveLength(1);
    expect(lamport).toBe(LAMPORT);
  });
});
