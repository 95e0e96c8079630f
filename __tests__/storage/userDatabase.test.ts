import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { asUserId, type UserId } from '../../src/contract/ids';
import type { ServerRow } from '../../src/contract/records';
import { userDatabaseName } from '../../src/storage/storageKeys';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { allChanges, type Base, emptyBase } from '../../src/sync/syncState';
import { aList, anItem, insertOf, itemId, listId, served, updateOf } from '../support/builders';

afterEach(() => {
  jest.restoreAllMocks();
});

let users = 0;
const newUser = (): UserId => {
  users += 1;
  return asUserId(`stored-${users}`);
};
const opened = (user = newUser()) => ({ user, database: openUserDatabase(user, () => 'device') });

/** As the next page finds it. */
const found = (user: UserId) => openUserDatabase(user, () => 'another device').read('all');

const rowsOf = (list: number, from: number, count: number): Record<string, ServerRow> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [itemId(from + at), served(anItem(from + at, listId(list)), from + at)]),
  );
const base: Base = {
  ...emptyBase,
  cursors: { lists: 'x', items: 'x' },
  roundStartedAt: 1,
  lists: { [listId(1)]: served(aList(1), 1), [listId(2)]: served(aList(2), 1) },
  items: { [listId(1)]: rowsOf(1, 1, 1), [listId(2)]: rowsOf(2, 2, 1) },
};
const withItems = (items: Base['items']): Base => ({ ...base, items });

/** The keys of what is put from here on, and their size as text. */
const watchPuts = () => {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  return {
    keys: () => put.mock.calls.map(([, key]) => String(key)),
    bytes: () => put.mock.calls.reduce((sum, [value]) => sum + JSON.stringify(value).length, 0),
  };
};

/** Puts records as a damaged disk left them, in a database that is there. */
const putRaw = async (user: UserId, entries: readonly (readonly [store: string, key: string, value: unknown])[]) => {
  const request = indexedDB.open(userDatabaseName(user));
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
  for (const [store, key, value] of entries) transaction.objectStore(store).put(value, key);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
};

const deleted = (user: UserId): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(userDatabaseName(user));
    request.onsuccess = resolve;
    request.onerror = reject;
  });

describe('base on disk', () => {
  test('comes back equal, also after a list is gone, and in another page', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    expect((await found(user)).base).toEqual(base);
    const { [listId(2)]: _, ...items } = base.items;
    await database.commit({ base: withItems(items) });
    const other = openUserDatabase(user, () => 'device');
    expect((await other.read('all')).base).toEqual(withItems(items));
    await other.commit({ base: withItems({}) });
    expect((await found(user)).base?.items).toEqual({});
  });

  test('is not there before anybody has written it', async () => {
    expect((await opened().database.read('all')).base).toBeNull();
  });

  test('costs an edit the one list, and no other', async () => {
    const { database } = opened();
    await database.commit({ base });
    const puts = watchPuts();
    await database.commit({ base: withItems({ ...base.items, [listId(1)]: rowsOf(1, 1, 2) }) });
    expect(puts.keys()).toEqual([`${listId(1)}/0`]);
  });

  test('costs an edit in a list of 2,000 items a part of it', async () => {
    const { user, database } = opened();
    const rows = rowsOf(1, 1, 2000);
    await database.commit({ base: withItems({ [listId(1)]: rows }) });
    const puts = watchPuts();
    const changed = { ...rows, [itemId(1000)]: served(anItem(1000, listId(1), { description: 'x' }), 3000) };
    await database.commit({ base: withItems({ [listId(1)]: changed }) });
    expect(puts.keys()).toHaveLength(1);
    expect(puts.bytes()).toBeLessThan(80_000);
    expect((await found(user)).base?.items).toEqual({ [listId(1)]: changed });
  });

  test('is divided the same way by the next page: an edit there costs no more', async () => {
    const { user, database } = opened();
    const rows = rowsOf(1, 1, 500);
    await database.commit({ base: withItems({ [listId(1)]: rows }) });
    const next = openUserDatabase(user, () => 'device');
    const { base: read } = await next.read('all');
    const puts = watchPuts();
    const { [itemId(250)]: _, ...fewer } = read?.items[listId(1)] ?? {};
    await next.commit({ base: { ...base, ...read, items: { [listId(1)]: fewer } } });
    expect(puts.keys()).toHaveLength(1);
    expect(Object.keys((await found(user)).base?.items[listId(1)] ?? {})).toHaveLength(499);
  });

  test('of which a part is damaged is nothing: the server is asked for all of it', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    await putRaw(user, [['items', `${listId(1)}/0`, 'garbage']]);
    expect((await found(user)).base).toBeNull();
  });

  test('that an earlier page left, and this one never read, leaves with its first write', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    await openUserDatabase(user, () => 'device').commit({ base: withItems({ [listId(3)]: {} }) });
    expect((await found(user)).base?.items).toEqual({});
  });

  test('whose write failed is not taken for written: the next write has it', async () => {
    const { user, database } = opened();
    await database.commit({ base: withItems({}) });
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await expect(database.commit({ base })).rejects.toThrow('quota');
    put.mockRestore();
    const later = { ...base, cursors: { lists: 'y', items: 'y' } };
    await database.commit({ base: later });
    expect((await found(user)).base).toEqual(later);
  });

  test('whose database goes under an open page is written whole again', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    await deleted(user);
    const changed = withItems({ ...base.items, [listId(2)]: rowsOf(2, 3, 1) });
    await database.commit({ base: changed });
    expect((await found(user)).base).toEqual(changed);
  });

  test('whose database goes while a write is on its way is written whole by the next one', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    const gone = deleted(user);
    const more = withItems({ ...base.items, [listId(3)]: rowsOf(3, 3, 1) });
    await database.commit({ base: more }).catch(() => undefined);
    await gone;
    await database.commit({ base: more });
    expect((await found(user)).base).toEqual(more);
  });

  test('is not taken back by an older write that is tried once more on a new connection', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    const { transaction } = IDBDatabase.prototype;
    const broken: IDBTransaction[] = [];
    jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...asked) {
      const begun = transaction.apply(this, asked);
      const error = new DOMException('The connection was closed.', 'AbortError');
      Object.defineProperties(begun, { error: { get: () => error }, commit: { value: () => undefined } });
      broken.push(begun);
      return begun;
    });
    const older = database.commit({ base: withItems({ [listId(1)]: rowsOf(1, 5, 1) }) });
    const newest = withItems({ [listId(1)]: rowsOf(1, 7, 1) });
    const newer = database.commit({ base: newest });
    broken[0]?.abort();
    await Promise.all([older, newer]);
    jest.restoreAllMocks();
    expect((await found(user)).base).toEqual(newest);
  });
});

describe('the log on disk', () => {
  const row = anItem(1, listId(1));
  const changes = [
    insertOf(row, 1),
    updateOf(row, { quantity: '1' }, 2),
    updateOf(row, { quantity: '12' }, 3),
  ] as const;
  const place = { rowId: row.id, collection: 'items', listId: listId(1), fields: {} } as const;
  const [made, edited, again] = changes;

  test('comes back with its marks and the name of the database; a removal takes only what it names', async () => {
    const { user, database } = opened();
    const mark = { ...place, kind: 'create', changeIds: [made.id], key: made.id } as const;
    await database.commit({ changes: [made, edited], marks: [mark] });
    await database.commit({ removedChanges: [edited.id] });
    const read = await found(user);
    expect(allChanges(read.log)).toEqual([made]);
    expect(read.log.marks).toEqual({ [row.id]: mark });
    expect(read).toMatchObject({ device: 'device', damaged: 0 });
    await database.commit({ removedMarks: [{ rowId: row.id, markKeys: [made.id] }] });
    expect((await database.read('log')).log.marks).toEqual({});
  });

  test('an answer takes the marks it settles, and no mark that another tab wrote in that moment', async () => {
    const { user, database } = opened();
    const other = openUserDatabase(user, () => 'device');
    const markOf = (change: (typeof changes)[number]) => ({
      ...place,
      kind: 'update' as const,
      changeIds: [change.id],
      key: change.id,
    });
    const marks = async () => Object.values((await database.read('log')).log.marks);
    await database.commit({ changes, marks: [markOf(made)] });
    const replacing = [{ rowId: row.id, markKeys: [made.id] }];
    await database.commit({ marks: [markOf(again)], removedMarks: replacing });
    expect(await marks()).toEqual([markOf(again)]);
    await Promise.all([
      other.commit({ marks: [markOf(edited)] }),
      database.commit({ removedMarks: [{ rowId: row.id, markKeys: [again.id] }] }),
    ]);
    expect(await marks()).toEqual([markOf(edited)]);
  });

  test('is read change by change as it lies there: folded in memory, one of them would stay on disk for ever', async () => {
    const { user, database } = opened();
    await database.commit({ changes });
    expect(allChanges((await found(user)).log)).toEqual(changes);
  });

  test('damaged records are counted and left alone, and hide no other', async () => {
    const { user, database } = opened();
    await database.commit({ changes: [made] });
    await putRaw(user, [
      ['changes', 'torn', { id: 'torn' }],
      ['changes', 'strange', { ...made, type: 'moved' }],
      ['changes', 'numbers', { ...made, data: { description: 3 } }],
      ['writes', 'torn', 'x'],
    ]);
    const read = await found(user);
    expect([allChanges(read.log), read.damaged]).toEqual([[made], 4]);
    await database.commit({ removedChanges: [made.id] });
    expect((await found(user)).damaged).toBe(4);
  });

  test('a wiped database bears another name', async () => {
    const user = newUser();
    let ids = 0;
    const database = openUserDatabase(user, () => {
      ids += 1;
      return `device-${ids}`;
    });
    expect((await database.read('log')).device).toBe('device-1');
    expect((await database.read('log')).device).toBe('device-1');
    await deleted(user);
    expect((await database.read('log')).device).toBe('device-2');
  });

  test('a long one is read at the cost of what it holds, not the square of it', async () => {
    const least = async (count: number): Promise<number> => {
      const { database } = opened();
      await database.commit({
        changes: Array.from({ length: count }, (_, at) => insertOf(anItem(at + 1, listId(1)), at + 1)),
      });
      const times: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const before = process.cpuUsage();
        const { log } = await database.read('log');
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
        expect(allChanges(log)).toHaveLength(count);
      }
      return Math.min(...times);
    };
    // Sixteen times as many; their square is 256 times as much.
    expect((await least(6400)) / (await least(400))).toBeLessThan(60);
  });
});

describe('one transaction', () => {
  test('is with the browser, commit and all, before the turn of its caller ends', async () => {
    const { database } = opened();
    await database.open();
    const commit = jest.spyOn(IDBTransaction.prototype, 'commit');
    const written = database.commit({ changes: [insertOf(anItem(1, listId(1)), 1)] });
    expect(commit).toHaveBeenCalledTimes(1);
    await written;
  });

  test('has the row in base and takes its change off the log, or neither', async () => {
    const { user, database } = opened();
    const made = insertOf(anItem(1, listId(1)), 1);
    await database.commit({ changes: [made], base: withItems({}) });
    const unstorable = { ...base, lost: { x: () => undefined } } as unknown as Base;
    await expect(database.commit({ base: unstorable, removedChanges: [made.id] })).rejects.toThrow();
    const read = await found(user);
    expect([allChanges(read.log), read.base?.items]).toEqual([[made], {}]);
  });
});
