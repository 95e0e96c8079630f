import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { asListId, changeId } from '../../src/contract/ids';
import { makeJournal } from '../../src/storage/journal';
import { record, withMark } from '../../src/sync/record';
import { type Heard, syncEvent } from '../../src/sync/syncEvents';
import { allChanges, emptyBase, emptyLog, type SyncState } from '../../src/sync/syncState';
import { aList, anItem, insertOf, listId, newState, pulledState, removalDelta, updateOf } from '../support/builders';
import { eventually } from '../support/eventually';
import { partsOf } from '../support/fillingDisk';

describe('the journal', () => {
  const row = anItem(1, asListId(listId(1)));
  const made = insertOf(row, 1);
  const withRow: SyncState = { ...pulledState, log: record(emptyLog, made) };

  /** What the disk refuses: whole transactions that have such a part. */
  interface Failing {
    changes?: Error | null;
    base?: Error | null;
    marks?: Error | null;
  }

  /** Each transaction as its parts, with how many changes it puts or removes. */
  const watched = (failing: Failing) => {
    const steps: string[] = [];
    const errors: unknown[] = [];
    let written = 0;
    const told: Heard[] = [];
    const journal = makeJournal({
      database: {
        commit: async (write) => {
          const parts = partsOf(write);
          const fault = parts.map((part) => failing[part as keyof Failing]).find(Boolean);
          await Promise.resolve();
          if (fault) throw fault;
          const counts = { changes: write.changes?.length, removals: write.removedChanges?.length };
          steps.push(parts.map((part) => (part in counts ? `${part} ${Reflect.get(counts, part)}` : part)).join(' + '));
        },
      },
      base: () => emptyBase,
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

  test('a refusal leaves the log only when base, which keeps what was written, is there', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const failing: Failing = { base: new Error('full') };
    const { journal, steps, errors } = watched(failing);
    const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
    await journal.write(withRow, newState, refused);
    expect(steps).toEqual([]);
    expect(errors).toHaveLength(1);
    failing.base = null;
    await jest.advanceTimersByTimeAsync(5000);
    await journal.flushed();
    expect(steps).toEqual(['removals 1 + base']);
  });

  test('what a removed list had unsent leaves the log only when base, which offers it, is there', async () => {
    const { journal, steps } = watched({ base: new Error('full') });
    const lost = { [listId(1)]: { name: 'Zakupy', icon: 'cat', items: [{ id: row.id, description: 'milk' }] } };
    const offered: SyncState = { ...newState, base: { ...newState.base, lost } };
    await journal.write(withRow, offered, syncEvent('sync/changesDropped', { dropped: [place] }));
    expect(steps).toEqual([]);
  });

  test('a change that is answered while it goes to the disk with its mark leaves it again, and its mark with it', async () => {
    const failing: Failing = { changes: new Error('full'), marks: new Error('full') };
    const { journal, steps } = watched(failing);
    const mark = { ...place, kind: 'create', fields: {}, key: made.id } as const;
    const marked: SyncState = { ...withRow, log: withMark(withRow.log, mark) };
    await journal.write(pulledState, withRow, recorded);
    await journal.write(withRow, marked, syncEvent('sync/rowMarked', { mark }));
    failing.changes = null;
    failing.marks = null;
    journal.resume();
    await journal.write(marked, newState, settled);
    await journal.flushed();
    expect(steps).toEqual(['changes 1 + marks', 'removals 1 + base']);
  });

  test('what base is to offer and no disk took stays this tab’s until base has it, also when the lead ends', async () => {
    const failing: Failing = { changes: new Error('full'), base: new Error('full') };
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
    const { journal, steps } = watched({ base: new Error('full') });
    const lost = { [listId(2)]: { name: 'Zakupy', icon: 'cat', items: [{ id: anItem(9, listId(2)).id }] } };
    const offered: SyncState = { ...newState, base: { ...newState.base, lost } };
    await journal.write(withRow, offered, syncEvent('sync/changesDropped', { dropped: [place] }));
    expect(steps).toEqual(['removals 1']);
  });

  test('an item takes its list along while the write of the list may still fail: it is never there without it', async () => {
    const failing: Failing = { changes: new Error('full') };
    const { journal, steps } = watched(failing);
    const list = insertOf(aList(1), 1);
    const withList = { ...pulledState, log: record(emptyLog, list) };
    const item = insertOf(row, 2);
    const withBoth = { ...withList, log: record(withList.log, item) };
    const listWritten = journal.write(pulledState, withList, syncEvent('sync/changesRecorded', { changes: [list] }));
    failing.changes = null;
    const itemWritten = journal.write(withList, withBoth, syncEvent('sync/changesRecorded', { changes: [item] }));
    await Promise.all([listWritten, itemWritten]);
    expect(steps.filter((step) => step.startsWith('changes'))).toEqual(['changes 2']);
    expect(journal.unwritten().changes).toEqual([]);
  });

  test('changes are told in the order in which they were written, with those they were folded from', async () => {
    const { journal, told } = watched({});
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
    const { journal, told } = watched({ changes: new Error('full') });
    await journal.write(pulledState, withRow, recorded);
    expect(told()).toEqual([]);
    expect(journal.unwritten().changes).toEqual([made]);
  });

  test('a write that failed once is tried again by itself, and then it is told that all is well', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const failing: Failing = { changes: new Error('for a moment') };
    const { journal, steps, errors, written } = watched(failing);
    await journal.write(newState, withRow, recorded);
    expect([errors.length, journal.unwritten().changes.length, written()]).toEqual([1, 1, 0]);
    failing.changes = null;
    await jest.advanceTimersByTimeAsync(4999);
    expect(steps).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await journal.flushed();
    expect(steps).toEqual(['changes 1']);
    expect([journal.unwritten().changes.length, written()]).toEqual([0, 1]);
  });

  test('what was folded stays on disk while the row’s older change is settled: it is the only copy until the newer one is there', async () => {
    const failing: Failing = {};
    const { journal, steps } = watched(failing);
    const [first, second] = [updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    const marked: SyncState = { ...withRow, log: record(withRow.log, first) };
    const folded: SyncState = { ...marked, log: { ...record(marked.log, second) } };
    await journal.write(withRow, marked, syncEvent('sync/changesRecorded', { changes: [first] }));
    failing.changes = new Error('full');
    await journal.write(marked, folded, syncEvent('sync/changesRecorded', { changes: [second] }));
    const after: SyncState = { ...folded, log: record(emptyLog, second) };
    await journal.write(folded, after, settled);
    expect(steps).toEqual(['changes 1', 'removals 1 + base']);
    const secondSettled = syncEvent('sync/rowSettled', { ...settled.payload, changeIds: [second.id] });
    await journal.write(after, newState, secondSettled);
    expect(steps.slice(2)).toEqual(['removals 2 + base']);
  });

  test('a mark that no disk took survives a reading of the disk, until the row is settled, and so does one that another tab told of', () => {
    const { journal } = watched({ marks: new Error('full') });
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
    const failing: Failing = {};
    const { journal } = watched(failing);
    const [first, second] = [updateOf(row, { done: true }, 2), updateOf(row, { done: false }, 3)];
    const before = { ...pulledState, log: record(emptyLog, first) };
    const after = { ...pulledState, log: record(before.log, second) };
    await journal.write(pulledState, before, syncEvent('sync/changesRecorded', { changes: [first] }));
    failing.changes = new Error('full');
    await journal.write(before, after, syncEvent('sync/changesRecorded', { changes: [second] }));
    expect(allChanges(journal.correct(before.log))).toEqual([second]);
  });

  test('what is folded twice before its heir is on disk leaves the disk with it, all of it', async () => {
    const failing: Failing = {};
    const { journal, steps } = watched(failing);
    let state: SyncState = pulledState;
    for (const [index, fault] of [null, new Error('full'), null].entries()) {
      const change = updateOf(row, { quantity: `${index}` }, index + 2);
      const next = { ...state, log: record(state.log, change) };
      failing.changes = fault;
      await journal.write(state, next, syncEvent('sync/changesRecorded', { changes: [change] }));
      state = next;
    }
    expect(steps).toEqual(['changes 1', 'changes 1 + removals 2']);
  });

  test('what has left is not read back while the disk has it still, until the lead ends', async () => {
    const { journal } = watched({ base: new Error('full') });
    const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
    await journal.write(withRow, newState, refused);
    expect(allChanges(journal.correct(withRow.log))).toEqual([]);
    journal.release();
    expect(allChanges(journal.correct(withRow.log))).toEqual([made]);
  });

  test('what another tab settled and could not take off the disk is not read back, but for what it refused', () => {
    const { journal } = watched({ base: null });
    const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
    journal.heard(withRow, newState, refused);
    expect(allChanges(journal.correct(withRow.log))).toEqual([made]);
    journal.heard(withRow, newState, settled);
    expect(allChanges(journal.correct(withRow.log))).toEqual([]);
  });

  test('what another tab has sent and settled is not written any more', async () => {
    const { journal } = watched({ changes: new Error('full') });
    await journal.write(pulledState, withRow, recorded);
    journal.heard(pulledState, pulledState, settled);
    expect(journal.unwritten().changes).toEqual([]);
  });

  test('a burst writes each change once, in the turn in which it was made', async () => {
    const { journal, steps } = watched({});
    let state = pulledState;
    for (let counter = 1; counter <= 50; counter += 1) {
      const change = insertOf(anItem(counter, listId(1)), counter);
      const next = { ...state, log: record(state.log, change) };
      void journal.write(state, next, syncEvent('sync/changesRecorded', { changes: [change] }));
      state = next;
    }
    await journal.flushed();
    expect(steps.filter((name) => name === 'changes 1')).toHaveLength(50);
  });

  test('a fold puts the merged change and takes the one it replaces', async () => {
    const { journal, steps } = watched({});
    const [first, second] = [updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    const before = { ...pulledState, log: record(emptyLog, first) };
    const after = { ...pulledState, log: record(before.log, second) };
    await journal.write(before, after, syncEvent('sync/changesRecorded', { changes: [second] }));
    expect(steps).toEqual(['changes 1 + removals 1']);
    expect(allChanges(after.log).map(({ id }) => id)).toEqual([changeId(3, 'a')]);
    await eventually(
      () => journal.unwritten().changes,
      (left) => left.length === 0,
    );
  });
});
