import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { asListId, asUserId, changeId } from '../../src/contract/ids';
import { BASE_KEY, openBaseStore, readBase } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import { makeJournal } from '../../src/storage/journal';
import { migrateData } from '../../src/storage/migrations';
import { baseDatabase, logDatabase } from '../../src/storage/storageKeys';
import { insertChange, record, withMark } from '../../src/sync/record';
import { type Heard, syncEvent } from '../../src/sync/syncEvents';
import { allChanges, type Base, emptyBase, emptyLog, type SyncState } from '../../src/sync/syncState';
import {
  aList,
  anItem,
  insertOf,
  itemId,
  listId,
  newState,
  pulledState,
  removalDelta,
  served,
  updateOf,
} from '../support/builders';
import { eventually } from '../support/eventually';

/** Puts records as an earlier release, or a damaged disk, left them. */
const putRaw = async (database: string, store: string, entries: Readonly<Record<string, unknown>>): Promise<void> => {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = opened.transaction(store, 'readwrite');
  for (const [key, value] of Object.entries(entries)) transaction.objectStore(store).put(value, key);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opened.close();
};

let users = 0;
const newUser = () => {
  users += 1;
  return asUserId(`u${users}`);
};

const twoLists = (): Base => ({
  ...emptyBase,
  cursors: { lists: 'x', items: 'x' },
  lists: { [listId(1)]: served(aList(1), 1), [listId(2)]: served(aList(2), 1) },
  items: {
    [listId(1)]: { [itemId(1)]: served(anItem(1, listId(1)), 1) },
    [listId(2)]: { [itemId(2)]: served(anItem(2, listId(2)), 1) },
  },
});

const writtenKeys = () => {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  return () => put.mock.calls.map(([, key]) => String(key));
};

describe('base on disk', () => {
  test('an edit in one list writes that list and the head, and no other list', async () => {
    const store = await openBaseStore(newUser());
    const base = twoLists();
    await store.setItem(BASE_KEY, { base });
    const keys = writtenKeys();
    const changed = { ...base.items[listId(1)], [itemId(3)]: served(anItem(3, listId(1)), 2) };
    await store.setItem(BASE_KEY, { base: { ...base, items: { ...base.items, [listId(1)]: changed } } });
    expect(keys()).toEqual([BASE_KEY, `${BASE_KEY}/${listId(1)}`]);
  });

  test('what is written comes back equal, also after a list is gone, and in another page', async () => {
    const user = newUser();
    const store = await openBaseStore(user);
    const base = twoLists();
    await store.setItem(BASE_KEY, { base });
    const { [listId(2)]: _, ...items } = base.items;
    await store.setItem(BASE_KEY, { base: { ...base, items } });
    const other = await openBaseStore(user);
    expect(await readBase(other)).toEqual({ ...base, items });
    const { [listId(1)]: __, ...none } = items;
    await other.setItem(BASE_KEY, { base: { ...base, items: none } });
    expect((await readBase(other))?.items).toEqual({});
  });

  test('a page that never read removes the buckets an earlier page left', async () => {
    const user = newUser();
    await (await openBaseStore(user)).setItem(BASE_KEY, { base: twoLists() });
    const fresh = await openBaseStore(user);
    await fresh.setItem(BASE_KEY, { base: { ...emptyBase, cursors: { lists: 'x', items: 'x' } } });
    expect((await readBase(await openBaseStore(user)))?.items).toEqual({});
  });

  test('a damaged base is nothing: the server is asked for all of it', async () => {
    const user = newUser();
    await putRaw(baseDatabase(user), 'items', { [BASE_KEY]: { base: 'garbage' } });
    expect(await readBase(await openBaseStore(user))).toBeNull();
    expect(migrateData({ base: { lists: {} } })).toBeUndefined();
    expect(migrateData(undefined)).toBeUndefined();
  });
});

describe('the log on disk', () => {
  test('changes and marks come back; a removal takes only what it names', async () => {
    const user = newUser();
    const log = openChangeLog(user, () => 'device-1');
    await log.read();
    const [one, two] = [insertOf(anItem(1, listId(1)), 1), insertOf(anItem(2, listId(1)), 2)];
    await log.append([one, two]);
    const place = { rowId: itemId(1), collection: 'items', listId: listId(1) } as const;
    await log.putMark({ ...place, kind: 'create', fields: {}, changeIds: [one.id], key: one.id });
    await log.remove([two.id]);
    const read = await openChangeLog(user, () => 'device-2').read();
    expect(allChanges(read.log)).toEqual([one]);
    expect(Object.keys(read.log.marks)).toEqual([itemId(1)]);
    expect(read).toMatchObject({ device: 'device-1', damaged: 0 });
    await log.remove([], [{ rowId: itemId(1), markKeys: [one.id] }]);
    expect((await log.read()).log.marks).toEqual({});
  });

  test('an answer takes the marks it settles, and neither it nor a mark takes what another tab marked in that moment', async () => {
    const user = newUser();
    const [log, other] = [openChangeLog(user, () => 'device'), openChangeLog(user, () => 'device')];
    const row = anItem(1, listId(1));
    const changes = [insertOf(row, 1), updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    await log.append(changes);
    const place = { rowId: row.id, collection: 'items', listId: listId(1) } as const;
    const [made, edited, again] = changes.map(({ id }) => ({
      ...place,
      fields: {},
      changeIds: [id],
      key: id,
      device: 'device',
    }));
    if (!made || !edited || !again) throw new Error('three changes, three marks');
    const marks = async () => Object.values((await log.read()).log.marks);
    await log.putMark({ ...made, kind: 'create' });
    await log.putMark({ ...again, kind: 'update' }, [made.key]);
    expect(await marks()).toEqual([{ ...again, kind: 'update' }]);
    // Of an older change, which its author could not write before.
    await Promise.all([
      other.putMark({ ...edited, kind: 'update' }),
      log.remove([], [{ rowId: row.id, markKeys: [again.key] }]),
    ]);
    expect(await marks()).toEqual([{ ...edited, kind: 'update' }]);
    await log.putMark({ ...again, kind: 'update' });
    await log.remove([], [{ rowId: row.id, markKeys: [edited.key] }]);
    expect(await marks()).toEqual([{ ...again, kind: 'update' }]);
  });

  test('changes are read one by one as they lie there: folded in memory, one of them would stay on disk for ever', async () => {
    const log = openChangeLog(newUser(), () => 'device');
    const row = anItem(1, listId(1));
    const changes = [updateOf(row, { quantity: '1' }, 1), updateOf(row, { quantity: '12' }, 2)];
    await log.append(changes);
    expect(allChanges((await log.read()).log)).toEqual(changes);
  });

  test('what is written while a new device gets its name is in what was read: its writer forgets it by then', async () => {
    const user = newUser();
    const [log, writer] = [openChangeLog(user, () => 'device'), openChangeLog(user, () => 'device')];
    const insert = insertOf(anItem(1, listId(1)), 1);
    const reading = log.read();
    await writer.append([insert]);
    const read = await reading;
    expect(allChanges(read.log)).toEqual([insert]);
  });

  test('damaged records are counted and left alone, and hide no other', async () => {
    const user = newUser();
    const good = insertOf(anItem(1, listId(1)), 1);
    await putRaw(logDatabase(user), 'changes', {
      [`change/${good.id}`]: { version: 1, change: good },
      'change/torn': { version: 1 },
      'change/strange': { version: 9, change: { ...good, type: 'moved' } },
      'change/numbers': { version: 1, change: { ...good, data: { description: 3 } } },
      'mark/torn': 'x',
    });
    const log = openChangeLog(user, () => 'd');
    const read = await log.read();
    expect(allChanges(read.log)).toEqual([good]);
    expect(read.damaged).toBe(4);
    await log.remove([good.id]);
    expect((await log.read()).damaged).toBe(4);
  });

  test('a record of an earlier shape opens: without a version, without a time, with a field nobody knows any more', async () => {
    const user = newUser();
    const { time: _, ...old } = insertOf(anItem(1, listId(1)), 1);
    const entries = { [`change/${old.id}`]: { change: { ...old, colour: 'red' } } };
    await putRaw(logDatabase(user), 'changes', entries);
    const { log, damaged } = await openChangeLog(user, () => 'd').read();
    expect(damaged).toBe(0);
    expect(allChanges(log)).toMatchObject([{ rowId: itemId(1), type: 'insert' }]);
  });

  test('a wiped database is a new device', async () => {
    const user = newUser();
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `device-${ids}`;
    };
    const log = openChangeLog(user, newId);
    expect((await log.read()).device).toBe('device-1');
    expect((await log.read()).device).toBe('device-1');
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(logDatabase(user)).onsuccess = resolve;
    });
    expect((await log.read()).device).toBe('device-2');
  });
});

describe('the journal', () => {
  const row = anItem(1, asListId(listId(1)));
  const made = insertOf(row, 1);
  const withRow: SyncState = { ...pulledState, log: record(emptyLog, made) };

  const watched = (failing: { append: Error | null; base?: Error | null; mark?: Error }) => {
    const steps: string[] = [];
    const step = async (name: string, fault: Error | null = null) => {
      await Promise.resolve();
      if (fault) throw fault;
      steps.push(name);
    };
    const errors: unknown[] = [];
    let written = 0;
    const told: Heard[] = [];
    const journal = makeJournal({
      log: {
        open: () => Promise.resolve(),
        read: () => Promise.reject(new Error('not here')),
        append: (changes) => step(`append ${changes.length}`, failing.append),
        remove: (ids) => step(`remove ${ids.length}`),
        putMark: () => step('mark', failing.mark ?? null),
      },
      flushBase: () => step('base', failing.base ?? null),
      onError: (error) => errors.push(error),
      onArrived: (arrived) => told.push(arrived),
      onWritten: () => {
        written += 1;
      },
    });
    return { journal, steps, errors, written: () => written, told: () => told };
  };

  const place = { collection: 'items', rowId: row.id, listId: listId(1), changeIds: [made.id] } as const;
  const recorded = syncEvent('sync/changesRecorded', { changes: [made] });
  const settled = syncEvent('sync/rowSettled', { ...place, delta: removalDelta('items', row.id, null) });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('a change leaves the log only after the base that replaces it is on disk, and its mark with it', async () => {
    const { journal, steps } = watched({ append: null });
    await journal.write(withRow, newState, settled);
    expect(steps).toEqual(['base', 'remove 1']);
  });

  test('where base cannot be written, what the server has leaves all the same: kept, it would be sent over newer words', async () => {
    const { journal, steps, errors } = watched({ append: null, base: new Error('full') });
    await journal.write(withRow, newState, settled);
    expect(steps).toEqual(['remove 1']);
    expect(errors).toHaveLength(1);
  });

  test('a refusal leaves the log only when base, which keeps what was written, is there', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const failing: Parameters<typeof watched>[0] = { append: null, base: new Error('full') };
    const { journal, steps, errors } = watched(failing);
    const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
    await journal.write(withRow, newState, refused);
    expect(steps).toEqual([]);
    expect(errors).toHaveLength(1);
    failing.base = null;
    await jest.advanceTimersByTimeAsync(5000);
    await journal.flushed();
    expect(steps).toEqual(['base', 'remove 1']);
  });

  test('what a removed list had unsent leaves the log only when base, which offers it, is there', async () => {
    const { journal, steps } = watched({ append: null, base: new Error('full') });
    const lost = { [listId(1)]: { name: 'Zakupy', icon: 'cat', items: [{ id: row.id, description: 'milk' }] } };
    const offered: SyncState = { ...newState, base: { ...newState.base, lost } };
    await journal.write(withRow, offered, syncEvent('sync/changesDropped', { dropped: [place] }));
    expect(steps).toEqual([]);
  });

  test('a change that is answered while its mark goes to the disk before it does not go there after it', async () => {
    const failing: Parameters<typeof watched>[0] = { append: new Error('full'), mark: new Error('full') };
    const { journal, steps } = watched(failing);
    const mark = { ...place, kind: 'create', fields: {}, key: made.id } as const;
    const marked: SyncState = { ...withRow, log: withMark(withRow.log, mark) };
    await journal.write(pulledState, withRow, recorded);
    await journal.write(withRow, marked, syncEvent('sync/rowMarked', { mark }));
    failing.append = null;
    delete failing.mark;
    journal.resume();
    await journal.write(marked, newState, settled);
    await journal.flushed();
    expect(steps).toEqual(['mark', 'base', 'remove 1']);
  });

  test('a change goes to the disk after its mark, so that whoever finds it finds that it was sent', async () => {
    const failing: Parameters<typeof watched>[0] = { append: new Error('full'), mark: new Error('full') };
    const { journal, steps } = watched(failing);
    const mark = { ...place, kind: 'create', fields: {}, key: made.id } as const;
    await journal.write(pulledState, withRow, recorded);
    await journal.write(
      withRow,
      { ...withRow, log: withMark(withRow.log, mark) },
      syncEvent('sync/rowMarked', { mark }),
    );
    failing.append = null;
    delete failing.mark;
    journal.resume();
    await journal.flushed();
    expect(steps).toEqual(['mark', 'append 1']);
  });

  test('what base is to offer and no disk took stays this tab’s until base has it, also when the lead ends', async () => {
    const failing: Parameters<typeof watched>[0] = { append: new Error('full'), base: new Error('full') };
    const { journal } = watched(failing);
    await journal.write(pulledState, withRow, recorded);
    const lost = { [listId(1)]: { name: 'Zakupy', icon: 'cat', items: [{ id: row.id, description: 'milk' }] } };
    const offered: SyncState = { ...newState, base: { ...newState.base, lost } };
    const dropped = syncEvent('sync/changesDropped', { dropped: [place] });
    await journal.write(withRow, offered, dropped);
    expect(allChanges(journal.correct(emptyLog))).toEqual([]);
    journal.release();
    expect(allChanges(journal.correct(emptyLog))).toEqual([made]);
    failing.base = null;
    await journal.write(withRow, offered, dropped);
    expect(journal.unwritten().changes).toEqual([]);
    expect(allChanges(journal.correct(emptyLog))).toEqual([]);
  });

  test('what nobody is to be asked about leaves the log also when base is not there', async () => {
    const { journal, steps } = watched({ append: null, base: new Error('full') });
    const lost = { [listId(2)]: { name: 'Zakupy', icon: 'cat', items: [{ id: anItem(9, listId(2)).id }] } };
    const offered: SyncState = { ...newState, base: { ...newState.base, lost } };
    await journal.write(withRow, offered, syncEvent('sync/changesDropped', { dropped: [place] }));
    expect(steps).toEqual(['remove 1']);
  });

  test('an item takes its list along while the write of the list may still fail: it is never there without it', async () => {
    const failing: Parameters<typeof watched>[0] = { append: new Error('full') };
    const { journal, steps } = watched(failing);
    const list = insertOf(aList(1), 1);
    const withList = { ...pulledState, log: record(emptyLog, list) };
    const item = insertOf(row, 2);
    const withBoth = { ...withList, log: record(withList.log, item) };
    const listWritten = journal.write(pulledState, withList, syncEvent('sync/changesRecorded', { changes: [list] }));
    failing.append = null;
    const itemWritten = journal.write(withList, withBoth, syncEvent('sync/changesRecorded', { changes: [item] }));
    await Promise.all([listWritten, itemWritten]);
    expect(steps.filter((step) => step.startsWith('append'))).toEqual(['append 2']);
    expect(journal.unwritten().changes).toEqual([]);
  });

  test('changes are told in the order in which they were written, with those they were folded from', async () => {
    const { journal, told } = watched({ append: null });
    let state = pulledState;
    const first = updateOf(row, { description: 'm' }, 3);
    const second = updateOf(row, { description: 'ml' }, 4);
    for (const change of [made, first, second]) {
      const next = { ...state, log: record(state.log, change) };
      void journal.write(state, next, syncEvent('sync/changesRecorded', { changes: [change] }));
      state = next;
    }
    await journal.flushed();
    expect(told().flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual([made.id, second.id]);
    expect(told().at(-1)?.replaced).toMatchObject([{ rowId: row.id, changeIds: [first.id] }]);
  });

  test('a change that no disk took is told to nobody', async () => {
    const { journal, told } = watched({ append: new Error('full') });
    await journal.write(pulledState, withRow, recorded);
    expect(told()).toEqual([]);
    expect(journal.unwritten().changes).toEqual([made]);
  });

  test('a write that failed once is tried again by itself, and then it is told that all is well', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const failing: { append: Error | null } = { append: new Error('for a moment') };
    const { journal, steps, errors, written } = watched(failing);
    await journal.write(newState, withRow, recorded);
    expect([errors.length, journal.unwritten().changes.length, written()]).toEqual([1, 1, 0]);
    failing.append = null;
    await jest.advanceTimersByTimeAsync(4999);
    expect(steps).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await journal.flushed();
    expect(steps).toEqual(['append 1']);
    expect([journal.unwritten().changes.length, written()]).toEqual([0, 1]);
  });

  test('what is folded while its own write is on its way leaves the disk only after the change it was folded into is there', async () => {
    const { journal, steps } = watched({ append: null });
    const [first, second] = [updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    const before = { ...pulledState, log: record(emptyLog, first) };
    const after = { ...pulledState, log: record(before.log, second) };
    void journal.write(pulledState, before, syncEvent('sync/changesRecorded', { changes: [first] }));
    void journal.write(before, after, syncEvent('sync/changesRecorded', { changes: [second] }));
    await journal.flushed();
    expect(steps).toEqual(['append 1', 'append 1', 'remove 1']);
  });

  test('what was folded stays on disk while the row’s older change is settled: it is the only copy until the newer one is there', async () => {
    const failing: Parameters<typeof watched>[0] = { append: null };
    const { journal, steps } = watched(failing);
    const [first, second] = [updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    const marked: SyncState = { ...withRow, log: record(withRow.log, first) };
    const folded: SyncState = { ...marked, log: { ...record(marked.log, second) } };
    await journal.write(withRow, marked, syncEvent('sync/changesRecorded', { changes: [first] }));
    failing.append = new Error('full');
    await journal.write(marked, folded, syncEvent('sync/changesRecorded', { changes: [second] }));
    const after: SyncState = { ...folded, log: record(emptyLog, second) };
    await journal.write(folded, after, settled);
    expect(steps).toEqual(['append 1', 'base', 'remove 1']);
    const secondSettled = syncEvent('sync/rowSettled', { ...settled.payload, changeIds: [second.id] });
    await journal.write(after, newState, secondSettled);
    expect(steps.slice(3)).toEqual(['base', 'remove 2']);
  });

  test('a mark that no disk took survives a reading of the disk, until the row is settled, and so does one that another tab told of', () => {
    const { journal } = watched({ append: null, mark: new Error('full') });
    const mark = { ...place, kind: 'create', fields: {}, key: made.id } as const;
    const marked: SyncState = { ...withRow, log: withMark(withRow.log, mark) };
    void journal.write(withRow, marked, syncEvent('sync/rowMarked', { mark }));
    expect(journal.correct(withRow.log).marks[row.id]).toEqual(mark);
    const newer = { ...mark, key: changeId(9, 'b') };
    journal.heard(pulledState, pulledState, syncEvent('sync/rowMarked', { mark: newer }));
    expect(journal.correct(withRow.log).marks[row.id]).toEqual(newer);
    journal.heard(pulledState, pulledState, settled);
    expect(journal.correct(withRow.log).marks[row.id]).toBeUndefined();
  });

  test('what was folded is not read back beside the change it went into while that one is on no disk', async () => {
    const failing: Parameters<typeof watched>[0] = { append: null };
    const { journal } = watched(failing);
    const [first, second] = [updateOf(row, { done: true }, 2), updateOf(row, { done: false }, 3)];
    const before = { ...pulledState, log: record(emptyLog, first) };
    const after = { ...pulledState, log: record(before.log, second) };
    await journal.write(pulledState, before, syncEvent('sync/changesRecorded', { changes: [first] }));
    failing.append = new Error('full');
    await journal.write(before, after, syncEvent('sync/changesRecorded', { changes: [second] }));
    expect(allChanges(journal.correct(before.log))).toEqual([second]);
  });

  test('nor while it is on its way off the disk, where both are for a moment', async () => {
    const { journal, steps } = watched({ append: null });
    const [first, second] = [updateOf(row, { done: true }, 2), updateOf(row, { done: false }, 3)];
    const before = { ...pulledState, log: record(emptyLog, first) };
    const after = { ...pulledState, log: record(before.log, second) };
    await journal.write(pulledState, before, syncEvent('sync/changesRecorded', { changes: [first] }));
    void journal.write(before, after, syncEvent('sync/changesRecorded', { changes: [second] }));
    const read: string[][] = [];
    while (!steps.includes('remove 1')) {
      read.push(allChanges(journal.correct(insertChange(before.log, second))).map(({ id }) => id));
      await Promise.resolve();
    }
    expect(read.length).toBeGreaterThan(1);
    expect(read.flat()).not.toContain(first.id);
  });

  test('what is folded twice before its heir is on disk leaves the disk with it, all of it', async () => {
    const failing: Parameters<typeof watched>[0] = { append: null };
    const { journal, steps } = watched(failing);
    let state: SyncState = pulledState;
    for (const [index, fault] of [null, new Error('full'), null].entries()) {
      const change = updateOf(row, { quantity: `${index}` }, index + 2);
      const next = { ...state, log: record(state.log, change) };
      failing.append = fault;
      await journal.write(state, next, syncEvent('sync/changesRecorded', { changes: [change] }));
      state = next;
    }
    expect(steps).toEqual(['append 1', 'append 1', 'remove 2']);
  });

  test('what has left is not read back while the disk has it still, until the lead ends', async () => {
    const { journal } = watched({ append: null, base: new Error('full') });
    const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
    await journal.write(withRow, newState, refused);
    expect(allChanges(journal.correct(withRow.log))).toEqual([]);
    journal.release();
    expect(allChanges(journal.correct(withRow.log))).toEqual([made]);
  });

  test('what another tab settled and could not take off the disk is not read back, but for what it refused', () => {
    const { journal } = watched({ append: null, base: null });
    const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
    journal.heard(withRow, newState, refused);
    expect(allChanges(journal.correct(withRow.log))).toEqual([made]);
    journal.heard(withRow, newState, settled);
    expect(allChanges(journal.correct(withRow.log))).toEqual([]);
  });

  test('what another tab has sent and settled is not written any more', async () => {
    const { journal } = watched({ append: new Error('full') });
    await journal.write(pulledState, withRow, recorded);
    journal.heard(pulledState, pulledState, settled);
    expect(journal.unwritten().changes).toEqual([]);
  });

  test('a burst writes each change once, in the turn in which it was made', async () => {
    const { journal, steps } = watched({ append: null });
    let state = pulledState;
    for (let counter = 1; counter <= 50; counter += 1) {
      const change = insertOf(anItem(counter, listId(1)), counter);
      const next = { ...state, log: record(state.log, change) };
      void journal.write(state, next, syncEvent('sync/changesRecorded', { changes: [change] }));
      state = next;
    }
    await journal.flushed();
    expect(steps.filter((name) => name === 'append 1')).toHaveLength(50);
  });

  test('a fold puts the merged change and takes the one it replaces', async () => {
    const { journal, steps } = watched({ append: null });
    const [first, second] = [updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    const before = { ...pulledState, log: record(emptyLog, first) };
    const after = { ...pulledState, log: record(before.log, second) };
    await journal.write(before, after, syncEvent('sync/changesRecorded', { changes: [second] }));
    expect(steps).toEqual(['append 1', 'remove 1']);
    expect(allChanges(after.log).map(({ id }) => id)).toEqual([changeId(3, 'a')]);
    await eventually(
      () => journal.unwritten().changes,
      (left) => left.length === 0,
    );
  });
});
