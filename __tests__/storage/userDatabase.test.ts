import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { asUserId, changeId, counterOf, type UserId } from '../../src/contract/ids';
import type { ServerRow } from '../../src/contract/records';
import { userDatabaseName } from '../../src/contract/storageKeys';
import { changeRecord, type LogRecord, logDifferences, logPartOf } from '../../src/storage/logRecords';
import { type DiskWrite, openUserDatabase, type Reading, storedState } from '../../src/storage/userDatabase';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import {
  allChanges,
  type Base,
  type Change,
  emptyBase,
  emptyLog,
  type InFlightWrite,
  refusalId,
  type SyncState,
} from '../../src/sync/model/syncState';
import { anyAct } from '../support/arbitraries';
import { aList, anItem, insertOf, itemId, listId, moment, served, updateOf } from '../support/builders';
import { cpuOfRun } from '../support/cpuOfRun';
import { lawRuns } from '../support/lawRuns';

afterEach(() => {
  jest.restoreAllMocks();
});

let users = 0;
const newUser = (): UserId => {
  users += 1;
  return asUserId(`stored-${users}`);
};
const opened = (user = newUser()) => ({ user, database: openUserDatabase(user, () => 'device') });

let tabs = 0;
/** Each tab bears a name of its own. */
const newTab = (): string => {
  tabs += 1;
  return `tab-${tabs}`;
};

/** As the next page finds it. */
const found = (user: UserId) => openUserDatabase(user, () => 'another device').read();

const rowsOf = (list: number, from: number, count: number): Record<string, ServerRow> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [itemId(from + at), served(anItem(from + at, listId(list)), from + at)]),
  );
const base: Base = {
  ...emptyBase,
  cursors: { lists: moment(1), items: moment(1) },
  roundStartedAt: 1,
  lists: { [listId(1)]: served(aList(1), 1), [listId(2)]: served(aList(2), 1) },
  items: { [listId(1)]: rowsOf(1, 1, 1), [listId(2)]: rowsOf(2, 2, 1) },
};
const withItems = (items: Base['items']): Base => ({ ...base, items });

/** The keys of the records of base that are put from here on, and the size of all that is put, as text. */
const watchPuts = () => {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  const isOfBase = (at: number): boolean => (put.mock.contexts[at] as IDBObjectStore).name !== 'commits';
  return {
    keys: () => put.mock.calls.filter((_, at) => isOfBase(at)).map(([, key]) => String(key)),
    bytes: () => put.mock.calls.reduce((sum, [value]) => sum + JSON.stringify(value).length, 0),
  };
};

/** The database itself, which is there. */
const rawDatabase = (user: UserId): Promise<IDBDatabase> => {
  const request = indexedDB.open(userDatabaseName(user));
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
};

/** Puts records as a damaged disk left them. */
const putRaw = async (user: UserId, entries: readonly (readonly [store: string, key: string, value: unknown])[]) => {
  const database = await rawDatabase(user);
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
  for (const [store, key, value] of entries) transaction.objectStore(store).put(value, key);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
};

const countIn = async (user: UserId, store: string): Promise<number> => {
  const database = await rawDatabase(user);
  const request = database.transaction(store).objectStore(store).count();
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  database.close();
  return request.result;
};

const deleted = (user: UserId): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(userDatabaseName(user));
    request.onsuccess = resolve;
    request.onerror = reject;
  });

test('given a read of everything beside a write of base, then the next read has what others write to base', async () => {
  const user = newUser();
  const [one, other] = [openUserDatabase(user, newTab), openUserDatabase(user, newTab)];
  await one.commit({ base });
  await other.read();
  const reading = one.read();
  await one.commit({ base: { ...base, roundStartedAt: 2 } });
  await reading;
  const more = withItems({ ...base.items, [listId(1)]: rowsOf(1, 1, 2) });
  await other.commit({ base: { ...more, roundStartedAt: 2 } });
  expect((await one.read()).base?.items).toEqual(more.items);
});

describe('base on disk', () => {
  test('is read back equal, also after a list is removed, and in another page', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    expect((await found(user)).base).toEqual(base);
    const { [listId(2)]: _, ...items } = base.items;
    await database.commit({ base: withItems(items) });
    const other = openUserDatabase(user, () => 'device');
    expect((await other.read()).base).toEqual(withItems(items));
    await other.commit({ base: withItems({}) });
    expect((await found(user)).base?.items).toEqual({});
  });

  test('knows of its own writes which were carried out', async () => {
    const { user, database } = opened();
    const [done, never]: [DiskWrite, DiskWrite] = [
      { attempt: 1, base },
      { attempt: 2, base },
    ];
    await database.commit(done);
    expect([await database.isStored(done), await database.isStored(never)]).toEqual([true, false]);
    expect(await openUserDatabase(user, () => 'another tab').isStored(done)).toBe(false);
  });

  test('is missing before the first write', async () => {
    expect((await opened().database.read()).base).toBeNull();
  });

  test('is written for the edited list only', async () => {
    const { database } = opened();
    await database.commit({ base });
    const puts = watchPuts();
    await database.commit({ base: withItems({ ...base.items, [listId(1)]: rowsOf(1, 1, 2) }) });
    expect(puts.keys()).toEqual([`${listId(1)}/0`]);
  });

  test('is written in part for an edit in a list of 2,000 items', async () => {
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

  test('is divided in the same parts by the next page', async () => {
    const { user, database } = opened();
    const rows = rowsOf(1, 1, 500);
    await database.commit({ base: withItems({ [listId(1)]: rows }) });
    const next = openUserDatabase(user, () => 'device');
    const { base: read } = await next.read();
    const puts = watchPuts();
    const { [itemId(250)]: _, ...fewer } = read?.items[listId(1)] ?? {};
    await next.commit({ base: { ...base, ...read, items: { [listId(1)]: fewer } } });
    expect(puts.keys()).toHaveLength(1);
    expect(Object.keys((await found(user)).base?.items[listId(1)] ?? {})).toHaveLength(499);
  });

  test('with a damaged part counts as missing, so the next pull is whole', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    await putRaw(user, [['items', `${listId(1)}/0`, 'garbage']]);
    expect((await found(user)).base).toBeNull();
  });

  test('of an earlier page that this one never read is replaced by the first write', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    await openUserDatabase(user, () => 'device').commit({ base: withItems({ [listId(3)]: {} }) });
    expect((await found(user)).base?.items).toEqual({});
  });

  test('whose write failed is written again', async () => {
    const { user, database } = opened();
    await database.commit({ base: withItems({}) });
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await expect(database.commit({ base })).rejects.toThrow('quota');
    put.mockRestore();
    const later = { ...base, cursors: { lists: moment(2), items: moment(2) } };
    await database.commit({ base: later });
    expect((await found(user)).base).toEqual(later);
  });

  test('whose database is deleted under an open page is written whole', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    await deleted(user);
    const changed = withItems({ ...base.items, [listId(2)]: rowsOf(2, 3, 1) });
    await database.commit({ base: changed });
    expect((await found(user)).base).toEqual(changed);
  });

  test('whose database is deleted during a write is written whole by the next one', async () => {
    const { user, database } = opened();
    await database.commit({ base });
    const gone = deleted(user);
    const more = withItems({ ...base.items, [listId(3)]: rowsOf(3, 3, 1) });
    await database.commit({ base: more }).catch(() => undefined);
    await gone;
    await database.commit({ base: more });
    expect((await found(user)).base).toEqual(more);
  });
});

describe('the log on disk', () => {
  const row = anItem(1, listId(1));
  const changes = [
    insertOf(row, 1),
    updateOf(row, { quantity: '1' }, 2),
    updateOf(row, { quantity: '12' }, 3),
  ] as const;
  const [made, edited] = changes;
  const write: InFlightWrite = {
    ...{ rowId: row.id, collection: 'items', listId: listId(1), fields: {} },
    ...{ kind: 'create', changeIds: [made.id], key: `${made.id}.1` },
  };
  const logOf = async (user: UserId) => storedState(await found(user)).log;
  const damagedOf = async (user: UserId) => logPartOf((await found(user)).log).damaged;

  test('is read back with in-flight writes, refusals and the database’s name; a removal deletes only what it names', async () => {
    const { user, database } = opened();
    const refusal = { changes: [edited], status: 400, message: 'no', time: 1 };
    const state = reduceSync(
      { base: emptyBase, log: emptyLog },
      syncEvent('sync/changesRecorded', { changes: [made, edited] }),
    );
    const marked = reduceSync(state, syncEvent('sync/rowSent', { write }));
    const refused = reduceSync(marked, syncEvent('sync/rowRefused', { ...write, changeIds: [edited.id], ...refusal }));
    for (const [before, after] of [
      [emptyLog, state.log],
      [state.log, marked.log],
      [marked.log, refused.log],
    ] as const)
      await database.commit({ log: logDifferences(before, after) });
    expect(await logOf(user)).toMatchObject({ inFlight: { [row.id]: write }, refusals: [refusal] });
    expect(allChanges(await logOf(user))).toEqual([made]);
    expect(await found(user)).toMatchObject({ device: 'device', isWhole: true });
    const answered = reduceSync(refused, syncEvent('sync/writesForgotten', { rowIds: [row.id] }));
    await database.commit({ log: logDifferences(refused.log, answered.log) });
    expect(await logOf(user)).toMatchObject({ inFlight: {}, refusals: [refusal] });
    expect(allChanges(await logOf(user))).toEqual([made]);
  });

  test('is read change by change', async () => {
    const { user, database } = opened();
    await database.commit({ log: changes.map(changeRecord) });
    expect(allChanges(await logOf(user))).toEqual(changes);
  });

  test('given damaged records, then they are counted and skipped', async () => {
    const { user, database } = opened();
    await database.commit({ log: [changeRecord(made)] });
    await putRaw(user, [
      ['changes', 'torn', { id: 'torn' }],
      ['changes', 'strange', { ...made, type: 'moved' }],
      ['changes', 'numbers', { ...made, data: { description: 3 } }],
      ['writes', 'sent torn', 'x'],
      ['writes', 'refused torn', { changeIds: 'x' }],
    ]);
    expect([allChanges(await logOf(user)), await damagedOf(user)]).toEqual([[made], 5]);
    await database.commit({ log: [{ store: 'changes', key: made.id }] });
    expect(await damagedOf(user)).toBe(5);
  });

  test('given a wiped database, then it gets another name', async () => {
    const user = newUser();
    const database = openUserDatabase(user, newTab);
    const { device } = await database.read();
    expect((await database.read()).device).toBe(device);
    database.readAllNext();
    expect((await database.read()).device).toBe(device);
    await deleted(user);
    expect((await database.read()).device).not.toBe(device);
  });

  test('is read in linear time', async () => {
    const costOf = async (count: number): Promise<number> => {
      const { database } = opened();
      const long = Array.from({ length: count }, (_, at) => insertOf(anItem(at + 1, listId(1)), at + 1));
      await database.commit({ log: long.map(changeRecord) });
      return cpuOfRun(async () => {
        database.readAllNext();
        expect(allChanges(storedState(await database.read()).log)).toHaveLength(count);
      });
    };
    // Sixteen times as many; their square is 256 times as much.
    expect((await costOf(6400)) / (await costOf(400))).toBeLessThan(60);
  });
});

describe('what is new on disk', () => {
  const row = anItem(1, listId(1));
  const [made, edited, again] = [
    insertOf(row, 1),
    updateOf(row, { quantity: '1' }, 2),
    updateOf(row, { quantity: '12' }, 3),
  ] as const;
  const removalOf = (change: Change): LogRecord => ({ store: 'changes', key: change.id });

  /** Two tabs of one user, which have read what is there. */
  const twoTabs = async (first: DiskWrite = { base }) => {
    const user = newUser();
    const [one, other] = [openUserDatabase(user, newTab), openUserDatabase(user, newTab)];
    await one.commit(first);
    await Promise.all([one.read(), other.read()]);
    return { user, one, other };
  };

  /** The stores of which a reading asks for records one by one, and those that it reads whole. */
  const watchReads = () => {
    const [get, getAll] = [jest.spyOn(IDBObjectStore.prototype, 'get'), jest.spyOn(IDBObjectStore.prototype, 'getAll')];
    const stores = (spy: typeof get | typeof getAll) =>
      spy.mock.contexts.map((store) => (store as IDBObjectStore).name);
    return { records: () => stores(get).filter((name) => name !== 'meta'), whole: () => stores(getAll) };
  };

  test('is the records that another tab touched, in their current form', async () => {
    const { one, other } = await twoTabs({ base, log: [changeRecord(made), changeRecord(edited)] });
    await other.commit({ log: [removalOf(edited), changeRecord(again)] });
    const reads = watchReads();
    const reading = await one.read();
    expect(reading).toMatchObject({ isWhole: false, base: null, log: [removalOf(edited), changeRecord(again)] });
    expect(reads.records()).toEqual(['changes', 'changes']);
    expect(reads.whole().filter((name) => name !== 'commits')).toEqual([]);
  });

  test('is empty after own writes and after a read', async () => {
    const { one, other } = await twoTabs();
    await one.commit({ base: withItems({}), log: [changeRecord(made)] });
    expect(await one.read()).toMatchObject({ isWhole: false, log: [], base: null });
    expect((await other.read()).log).toEqual([changeRecord(made)]);
    expect(await other.read()).toMatchObject({ isWhole: false, log: [], base: null });
  });

  test('is read as of one moment', async () => {
    const { one, other } = await twoTabs();
    await other.commit({ log: [changeRecord(made)] });
    const { transaction } = IDBDatabase.prototype;
    const later: Promise<void>[] = [];
    jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...asked) {
      const begun = transaction.apply(this, asked);
      later.push(other.commit({ log: [removalOf(made), changeRecord(edited)] }));
      return begun;
    });
    const { log } = await one.read();
    await Promise.all(later);
    expect(new Map(log.map(({ key, value }) => [key, value]))).toEqual(
      new Map<string, unknown>([
        [made.id, undefined],
        [edited.id, edited],
      ]),
    );
    expect((await one.read()).log).toEqual([]);
  });

  test('of base keeps the identity of unchanged rows', async () => {
    const { one, other } = await twoTabs({ base: withItems({ ...base.items, [listId(2)]: rowsOf(2, 2, 150) }) });
    for (const tab of [one, other]) tab.readAllNext();
    const read = (await one.read()).base;
    const known = (await other.read()).base;
    if (!read || !known) throw new Error('no base');
    const changed = { ...served(anItem(2, listId(2), { done: true }), 900) };
    const rows = { ...read.items[listId(2)], [itemId(2)]: changed };
    const { [listId(1)]: _, ...lists } = read.lists;
    await one.commit({ base: { ...read, lists, items: { ...read.items, [listId(2)]: rows } } });
    const { base: told } = await other.read();
    expect(told?.items[listId(2)]?.[itemId(2)]).toEqual(changed);
    expect(Object.keys(told?.lists ?? {})).toEqual([listId(2)]);
    expect(told?.lists[listId(2)]).toBe(known.lists[listId(2)]);
    expect(told?.items[listId(1)]).toBe(known.items[listId(1)]);
    const others = Object.keys(rows).filter((id) => id !== itemId(2)) as (keyof typeof rows)[];
    expect(others).toHaveLength(149);
    for (const id of others) expect(told?.items[listId(2)]?.[id]).toBe(known.items[listId(2)]?.[id]);
  });

  test('is everything after a base that was written whole', async () => {
    const { one, other, user } = await twoTabs({});
    await one.commit({ base });
    expect(await other.read()).toMatchObject({ isWhole: true, base });
    const third = openUserDatabase(user, newTab);
    await third.commit({ base: withItems({}) });
    expect(await one.read()).toMatchObject({ isWhole: true, base: { items: {} } });
  });

  test('is everything for a tab that slept longer than the notes last', async () => {
    const { one, other, user } = await twoTabs();
    for (let turn = 0; turn < 3; turn += 1) {
      const burst = Array.from({ length: 260 }, (_, at) =>
        insertOf(anItem(turn * 260 + at, listId(1)), turn * 260 + at),
      );
      await Promise.all(burst.map((change) => one.commit({ log: [changeRecord(change)] })));
      await one.read();
    }
    await one.commit({ base: { ...base, cursors: { lists: moment(2), items: moment(2) } } });
    const reading = await other.read();
    expect([reading.isWhole, reading.log.length, reading.base?.cursors.lists]).toEqual([true, 780, moment(2)]);
    expect((await other.read()).isWhole).toBe(false);
    expect(await countIn(user, 'commits')).toBeLessThanOrEqual(502);
  });

  test('is everything in a database that was made anew, under its new name', async () => {
    const { user, one, other } = await twoTabs();
    const { device } = await other.read();
    await deleted(user);
    await one.commit({ log: [changeRecord(made)] });
    const reading = await other.read();
    expect(reading).toMatchObject({ isWhole: true, log: [changeRecord(made)], base: null });
    expect(reading.device).not.toBe(device);
  });

  test('does not include a failed transaction', async () => {
    const { one, other } = await twoTabs();
    const unstorable: LogRecord = { store: 'changes', key: 'x', value: () => undefined };
    await expect(one.commit({ log: [changeRecord(made), unstorable] })).rejects.toThrow();
    await one.commit({ log: [changeRecord(edited)] });
    expect((await other.read()).log).toEqual([changeRecord(edited)]);
  });
});

describe('the readings of a tab, each of what is new', () => {
  /** A tab and what it knows; who writes base has read what is there. */
  const aTab = async (user: UserId) => {
    const [database, name] = [openUserDatabase(user, newTab), newTab()];
    /** No other tab gives the same ids. */
    const inTab = (event: SyncEvent): SyncEvent => {
      if (event.type !== 'sync/changesRecorded') return event;
      const changes = event.payload.changes.map((one) => ({ ...one, id: changeId(counterOf(one.id), name) }));
      return syncEvent('sync/changesRecorded', { changes });
    };
    const tab = { state: { base: emptyBase, log: emptyLog } as SyncState };
    const take = ({ log, ...reading }: Reading): void => {
      const { damaged: _, ...part } = logPartOf(log);
      const read = { ...part, isWhole: reading.isWhole, base: reading.base, isMerged: false };
      tab.state = reduceSync(tab.state, syncEvent('sync/recordsRead', read));
    };
    const read = async (what: 'new' | 'all'): Promise<void> => {
      if (what === 'all') database.readAllNext();
      take(await database.read());
    };
    /** Base is written as the journal does it: as it is then, after the write before has an answer. */
    let lastOfBase: Promise<unknown> = Promise.resolve();
    const write = async (act: Act, isLeading: boolean): Promise<void> => {
      const before = tab.state;
      const event = inTab(act(before));
      // What is read stands on the disk already; who does not lead only types.
      if (event.type === 'sync/recordsRead' || !(isLeading || event.type === 'sync/changesRecorded')) return;
      tab.state = reduceSync(before, event);
      const log = logDifferences(before.log, tab.state.log);
      if (!isLeading) return database.commit({ log });
      lastOfBase = lastOfBase.then(() => database.commit({ log, base: tab.state.base }));
      await lastOfBase;
    };
    await read('all');
    return { tab, read, write };
  };
  type Act = typeof anyAct extends fc.Arbitrary<infer One> ? One : never;

  /** A list without items is the same as one of which none is known; refusals are of one moment here. */
  const seenOf = ({ base: { items, ...rest }, log: { counter: _, refusals, ...log } }: SyncState) => ({
    base: { ...rest, items: Object.fromEntries(Object.entries(items).filter(([, rows]) => Object.keys(rows).length)) },
    log: { ...log, refusals: [...refusals].sort((a, b) => (refusalId(a) < refusalId(b) ? -1 : 1)) },
  });

  const anyStep = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('act' as const),
        tab: fc.nat(1),
        act: anyAct,
        isWaitedFor: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('new' as const), tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('lead' as const), tab: fc.nat(1) }) },
  );

  test('equal a read of everything', async () => {
    const property = fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: 'max' }), async (steps) => {
      const user = newUser();
      const tabs = [await aTab(user), await aTab(user)];
      let leader = 0;
      const writes: Promise<void>[] = [];
      for (const step of steps) {
        const one = tabs[step.tab];
        if (!one) throw new Error('no tab');
        if (step.kind === 'act') {
          const written = one.write(step.act, leader === step.tab);
          writes.push(written);
          if (step.isWaitedFor) await written;
        } else if (step.kind !== 'lead') await one.read(step.kind);
        else {
          // Who takes over the lead reads what the one before wrote.
          leader = step.tab;
          await one.read('new');
        }
      }
      await Promise.all(writes);
      const whole = seenOf(storedState(await found(user)));
      for (const { tab, read } of tabs) {
        await read('new');
        expect(seenOf(tab.state)).toEqual(whole);
      }
    });
    await fc.assert(property, lawRuns(150));
  });
});

describe('one transaction', () => {
  test('is handed to the browser, with its commit, in the turn of its caller', async () => {
    const { database } = opened();
    await database.open();
    const commit = jest.spyOn(IDBTransaction.prototype, 'commit');
    const written = database.commit({ log: [changeRecord(insertOf(anItem(1, listId(1)), 1))] });
    expect(commit).toHaveBeenCalledTimes(1);
    await written;
  });

  test('puts the row into base and deletes its change, or neither', async () => {
    const { user, database } = opened();
    const made = insertOf(anItem(1, listId(1)), 1);
    await database.commit({ log: [changeRecord(made)], base: withItems({}) });
    const unstorable = { ...base, removedLists: { x: () => undefined } } as unknown as Base;
    await expect(database.commit({ base: unstorable, log: [{ store: 'changes', key: made.id }] })).rejects.toThrow();
    const read = await found(user);
    expect([allChanges(storedState(read).log), read.base?.items]).toEqual([[made], {}]);
  });
});

describe('given a damaged record of base', () => {
  test('among what another tab wrote, then a later cursor is not taken without the rows before it', async () => {
    const user = newUser();
    const [one, other] = [openUserDatabase(user, newTab), openUserDatabase(user, newTab)];
    await one.commit({ base });
    await other.read();
    const lists = { ...base.lists, [listId(2)]: served(aList(2), 2), [listId(3)]: served(aList(3), 3) };
    await one.commit({ base: { ...base, lists } });
    await putRaw(user, [['lists', listId(3), 42]]);
    await other.read();
    await one.commit({ base: { ...base, lists, cursors: { lists: moment(4), items: moment(4) } } });
    expect((await other.read()).base).toBeNull();
  });

  test('when it is written again, then a tab that was opened meanwhile reads base', async () => {
    const user = newUser();
    const one = openUserDatabase(user, newTab);
    await one.commit({ base });
    await putRaw(user, [['meta', 'tombstones', { lists: {} }]]);
    const other = openUserDatabase(user, newTab);
    expect((await other.read()).base).toBeNull();
    const tombstones = { lists: {}, items: { [itemId(7)]: moment(7) } };
    await one.commit({ base: { ...base, tombstones } });
    expect((await other.read()).base).toMatchObject({ tombstones });
  });
});
