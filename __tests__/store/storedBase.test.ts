import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ListRow } from '../../src/contract/records';
import type { BaseStore } from '../../src/storage/baseStore';
import type { Ports } from '../../src/store/ports';
import { makeStore } from '../../src/store/store';
import { openStoredBase } from '../../src/store/storedBase';
import { syncEvent } from '../../src/sync/syncEvents';
import type { Base } from '../../src/sync/syncState';
import { aList, served } from '../support/builders';
import { gate } from '../support/gate';

const quota = new DOMException('The quota has been exceeded.', 'QuotaExceededError');

/** A disk that is full or slow for what it is asked while it is told so, and how often it was asked to write. */
const makeDisk = () => {
  const disk = { isFull: false, tries: 0, slow: null as Promise<void> | null, stored: null as { base: Base } | null };
  const store: BaseStore = {
    getItem: async <Value>() => disk.stored as Value | null,
    setItem: async <Value>(_key: string, value: Value) => {
      disk.tries += 1;
      const { isFull, slow } = disk;
      // As a real one, it takes what it is given at once.
      const taken = { ...value } as { base: Base };
      if (slow) await slow;
      if (isFull) throw quota;
      disk.stored = taken;
      return value;
    },
    removeItem: async () => undefined,
  };
  return { disk, store };
};

const opened = async () => {
  const { disk, store: baseStore } = makeDisk();
  const store = makeStore({} as Ports);
  const told = { errors: 0, rewritten: 0 };
  const base = await openStoredBase(
    store,
    baseStore,
    () => {
      told.errors += 1;
    },
    () => {
      told.rewritten += 1;
    },
  );
  base.write('on');
  let time = 0;
  /** The server says the list's name. */
  const hear = async (name: string): Promise<void> => {
    time += 1;
    const put = [served(aList(1, { name }), time)];
    store.dispatch(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put, removed: [] } }));
    await pass(10);
  };
  const onDisk = (): string[] =>
    Object.values(disk.stored?.base.lists ?? {}).map(({ row }: { row: unknown }) => (row as ListRow).name);
  return { disk, base, told, hear, onDisk };
};

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms).then(() => undefined);

beforeEach(() => {
  jest.useFakeTimers();
  // redux-persist says each failure aloud outside production.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('base whose write failed', () => {
  test('is tried again every five seconds until it is there, though nothing changes any more', async () => {
    const { disk, told, hear, onDisk } = await opened();
    await hear('Zakupy');
    disk.isFull = true;
    await hear('Apteka');
    const { tries } = disk;
    await pass(10_000);
    expect(disk.tries).toBe(tries + 2);
    expect(onDisk()).toEqual(['Zakupy']);
    disk.isFull = false;
    await pass(5000);
    expect(onDisk()).toEqual(['Apteka']);
    expect(told).toEqual({ errors: 1, rewritten: 1 });
    await pass(60_000);
    expect(disk.tries).toBe(tries + 3);
  });

  test('is not tried again once a newer one is there', async () => {
    const { disk, told, hear, onDisk } = await opened();
    disk.isFull = true;
    await hear('Zakupy');
    disk.isFull = false;
    await hear('Apteka');
    const { tries } = disk;
    await pass(60_000);
    expect(disk.tries).toBe(tries);
    expect(onDisk()).toEqual(['Apteka']);
    expect(told.rewritten).toBe(1);
  });

  test('is left to the tab that leads next, and written when this one leads again, as it is by then', async () => {
    const { disk, base, hear, onDisk } = await opened();
    disk.isFull = true;
    await hear('Zakupy');
    base.write('off');
    disk.isFull = false;
    const { tries } = disk;
    await pass(60_000);
    await hear('Apteka');
    expect(disk.tries).toBe(tries);
    base.write('on');
    await pass(0);
    expect(onDisk()).toEqual(['Apteka']);
  });

  test('is not written after its session has ended', async () => {
    const { disk, base, hear } = await opened();
    disk.isFull = true;
    await hear('Zakupy');
    base.close();
    disk.isFull = false;
    const { tries } = disk;
    await pass(60_000);
    expect(disk.tries).toBe(tries);
  });

  test('is tried again once every five seconds, however often base changes meanwhile', async () => {
    const { disk, hear } = await opened();
    disk.isFull = true;
    for (const name of ['Zakupy', 'Apteka', 'Rynek']) await hear(name);
    const { tries } = disk;
    await pass(15_000);
    expect(disk.tries).toBe(tries + 3);
  });

  test('is not there because an older one, that took its time, got there after it had failed', async () => {
    const { disk, told, hear, onDisk } = await opened();
    const slow = gate();
    disk.slow = slow.opened;
    await hear('Zakupy');
    Object.assign(disk, { slow: null, isFull: true });
    await hear('Apteka');
    slow.open();
    await pass(0);
    expect([onDisk(), told.rewritten]).toEqual([['Zakupy'], 0]);
    disk.isFull = false;
    await pass(5000);
    expect([onDisk(), told.rewritten]).toEqual([['Apteka'], 1]);
  });

  test('is left to the next leader also where an older one has failed after it', async () => {
    const { disk, base, hear } = await opened();
    const slow = gate();
    Object.assign(disk, { slow: slow.opened, isFull: true });
    await hear('Zakupy');
    disk.slow = null;
    await hear('Apteka');
    slow.open();
    await pass(0);
    base.write('off');
    const { tries } = disk;
    await pass(60_000);
    expect(disk.tries).toBe(tries);
  });

  test('is not tried again where it failed only after the lead had ended: the next leader has written a newer one', async () => {
    const { disk, base, hear } = await opened();
    const slow = gate();
    Object.assign(disk, { slow: slow.opened, isFull: true });
    await hear('Zakupy');
    base.write('off');
    Object.assign(disk, { slow: null, isFull: false });
    slow.open();
    const { tries } = disk;
    await pass(60_000);
    expect(disk.tries).toBe(tries);
  });

  test('holds up the end of the lead as long as an older one is still on its way', async () => {
    const { disk, base, hear } = await opened();
    const slow = gate();
    disk.slow = slow.opened;
    await hear('Zakupy');
    Object.assign(disk, { slow: null, isFull: true });
    await hear('Apteka');
    let isOver = false;
    const over = base.write('off').then(() => {
      isOver = true;
    });
    await pass(0);
    expect(isOver).toBe(false);
    slow.open();
    await over;
  });
});
