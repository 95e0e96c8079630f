import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { asListId } from '../../src/contract/ids';
import { makeDirtyRecords } from '../../src/storage/dirtyRecords';
import { makeJournal } from '../../src/storage/journal';
import { type LogRecord, logDifferences, logPartOf } from '../../src/storage/logRecords';
import type { DiskWrite } from '../../src/storage/userDatabase';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import {
  allChanges,
  type Base,
  type Change,
  emptyLog,
  type InFlightWrite,
  type SyncState,
} from '../../src/sync/model/syncState';
import { anyHistory } from '../support/arbitraries';
import {
  aList,
  anItem,
  insertOf,
  listId,
  moment,
  pulledState,
  putDelta,
  removeOf,
  served,
  updateOf,
} from '../support/builders';
import { type DiskPart, failIf, NO_ANSWER, NO_ROOM, partsOf } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { lawRuns } from '../support/lawRuns';

const RETRY_MS = 5000;

const row = anItem(1, asListId(listId(1)));
const made = insertOf(row, 1);
const place = { collection: 'items', rowId: row.id, listId: listId(1), changeIds: [made.id] } as const;
const write: InFlightWrite = { ...place, kind: 'create', fields: {}, key: `${made.id}.1` };

const recorded = (...changes: readonly Change[]) => syncEvent('sync/changesRecorded', { changes });
const rowMarked = syncEvent('sync/rowSent', { write });
const settled = syncEvent('sync/rowSettled', { ...place, delta: putDelta(served(row, 1)) });
const refused = syncEvent('sync/rowRefused', { ...place, changes: [made], status: 400, message: 'no', time: 1 });
const pulled = (ticks: number) =>
  syncEvent('sync/pulled', {
    delta: putDelta(served(aList(1), ticks)),
    isWhole: false,
    cursor: moment(ticks),
    forget: [],
    roundStartedAt: ticks,
  });
/** The row's changes, with one change in their place, under the id of the last. */
const replaced = (...gone: readonly [Change, ...Change[]]) => {
  const merged: Change = { ...(gone.at(-1) ?? gone[0]), data: Object.assign({}, ...gone.map(({ data }) => data)) };
  const dropped = [{ ...place, changeIds: gone.map(({ id }) => id) }];
  return syncEvent('sync/changesRecorded', { dropped, changes: [merged] });
};

const nameOf = ({ store, key }: LogRecord): string => `${store} ${key}`;
const entriesOf = (records: readonly LogRecord[]): [string, unknown][] =>
  records.map((record) => [nameOf(record), record.value]);
/** What the disk has of a log. */
const recordsOf = ({ log }: SyncState): Map<string, unknown> => new Map(entriesOf(logDifferences(emptyLog, log)));

/** The transaction in words: its parts, with how many changes it puts and records it removes. */
const summaryOf = (write: DiskWrite): string => {
  const { log = [] } = write;
  const counts: Partial<Record<DiskPart, number>> = {
    changes: log.filter(({ store, value }) => store === 'changes' && value !== undefined).length,
    removals: log.filter(({ value }) => value === undefined).length,
  };
  return partsOf(write)
    .map((part) => [part, counts[part]].filter((one) => one !== undefined).join(' '))
    .join(' + ');
};

/** A disk that knows what stands on it. */
const aDisk = () => {
  const records = new Map<string, unknown>();
  const begun: DiskWrite[] = [];
  const taken: DiskWrite[] = [];
  const disk = {
    /** Throws for the transactions that it refuses. */
    refuses: (_write: DiskWrite): void => undefined,
    /** Throws for the transactions that it carries out without an answer. */
    answers: (_write: DiskWrite): void => undefined,
    /** Whether it does not answer what is read. */
    isDumb: false,
    /** What its transactions take. */
    pace: Promise.resolve(),
    records,
    begun,
    /** The transactions that it took, in words. */
    steps: () => taken.map(summaryOf),
    bases: () => taken.flatMap(({ base }) => base ?? []),
    /** What stands there, as it is read. */
    read: (): LogRecord[] =>
      [...records].map(([name, value]) => {
        const space = name.indexOf(' ');
        return { store: name.slice(0, space) as LogRecord['store'], key: name.slice(space + 1), value };
      }),
    commit: async (write: DiskWrite): Promise<void> => {
      begun.push(write);
      const { pace, refuses } = disk;
      await pace;
      refuses(write);
      taken.push(write);
      for (const [name, value] of entriesOf(write.log ?? [])) {
        if (value === undefined) records.delete(name);
        else records.set(name, value);
      }
      disk.answers(write);
    },
    isStored: async (write: DiskWrite): Promise<boolean> => {
      await disk.pace;
      failIf(disk.isDumb, NO_ANSWER);
      return taken.includes(write);
    },
  };
  return disk;
};

const refusing =
  (...parts: readonly DiskPart[]) =>
  (write: DiskWrite): void =>
    failIf(partsOf(write).some((part) => parts.includes(part)));

/** A tab: what happens in it changes its state, and goes through its journal to the disk. */
const aTab = ({ disk = aDisk(), state = pulledState, isLeading = true, unsaved = [] as readonly LogRecord[] } = {}) => {
  const errors: unknown[] = [];
  const calls = { written: 0, committed: 0, stuck: 0 };
  const tab = { state, isLeading };
  const journal = makeJournal({
    database: disk,
    unsaved,
    base: () => (tab.isLeading ? tab.state.base : null),
    onError: (error) => errors.push(error),
    onWritten: () => {
      calls.written += 1;
    },
    onCommitted: () => {
      calls.committed += 1;
    },
    onStuck: () => {
      calls.stuck += 1;
    },
  });
  const happens = (...events: readonly SyncEvent[]): Promise<unknown> =>
    Promise.all(
      events.map((event) => {
        const before = tab.state;
        tab.state = reduceSync(before, event);
        return journal.write(before, tab.state);
      }),
    );
  /** What this tab takes of all that stands on the disk. */
  const reads = () => logPartOf([...journal.withoutDirty(disk.read()), ...journal.dirty()]);
  return { journal, disk, tab, errors, calls, happens, reads };
};

const withRow = reduceSync(pulledState, recorded(made));
/** A tab of which everything is on disk. */
const tabWith = async (state: SyncState) => {
  const at = aTab();
  await at.journal.write({ ...state, log: emptyLog }, state);
  at.tab.state = state;
  at.disk.begun.length = 0;
  return { ...at, steps: () => at.disk.steps().slice(1) };
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('an event', () => {
  test('is handed to the disk in the same turn', () => {
    const { happens, disk } = aTab();
    void happens(recorded(made));
    expect(disk.begun.map(summaryOf)).toEqual(['changes 1']);
    // An in-flight write is never on disk without the changes that it names.
    void happens(rowMarked);
    expect(disk.begun.map(summaryOf)).toEqual(['changes 1', 'changes 1 + inFlight']);
  });

  test('is one transaction: puts, removals and base', async () => {
    const marked = reduceSync(withRow, rowMarked);
    const { happens, steps } = await tabWith(marked);
    await happens(settled);
    const [first, second] = [updateOf(row, { quantity: '1' }, 2), updateOf(row, { quantity: '12' }, 3)];
    await happens(recorded(first, second), replaced(first, second));
    expect(steps()).toEqual(['removals 2 + base', 'changes 2', 'changes 1 + removals 1']);
  });

  test('that settles a row of which the stream told before goes there with the base that has the row', async () => {
    const marked = reduceSync(withRow, rowMarked);
    const { happens, steps } = await tabWith(marked);
    const heard = syncEvent('sync/deltaReceived', { delta: settled.payload.delta });
    await happens(pulled(2), heard, settled);
    expect(steps()).toEqual(['base', 'removals 2 + base']);
  });

  test('is written once, with others of the same turn', async () => {
    const { happens, disk, tab } = aTab();
    const burst = Array.from({ length: 50 }, (_, at) => insertOf(anItem(at, listId(at)), at + 1));
    await happens(...burst.map((change) => recorded(change)));
    expect(disk.steps()).toEqual(burst.map(() => 'changes 1'));
    expect(disk.records).toEqual(recordsOf(tab.state));
  });

  test('without a change of state writes nothing', async () => {
    const { happens, disk, calls } = aTab();
    await happens(syncEvent('sync/writesForgotten', { rowIds: [row.id] }));
    expect([disk.begun, calls.written]).toEqual([[], 0]);
  });

  test('in a tab that does not lead leaves base to the leader', async () => {
    const { happens, disk } = aTab({ state: withRow, isLeading: false });
    await happens(settled);
    expect(disk.steps()).toEqual(['removals 1']);
  });

  test('is announced to the other tabs when it is on disk, not before', async () => {
    const { happens, disk, calls, journal } = aTab();
    disk.refuses = refusing('changes');
    await happens(recorded(made));
    expect([calls.committed, journal.unwritten('all').changes]).toEqual([0, [made]]);
    disk.refuses = () => undefined;
    journal.writeAll();
    await journal.flushed();
    expect([calls.committed, journal.unwritten('all').changes]).toEqual([1, []]);
  });

  test('takes its list along while the write of the list may still fail', async () => {
    const { happens, disk, journal } = aTab();
    const [list, item] = [insertOf(aList(1), 1), insertOf(row, 2)];
    disk.refuses = refusing('changes');
    const listWritten = happens(recorded(list));
    disk.refuses = () => undefined;
    await Promise.all([listWritten, happens(recorded(item))]);
    expect(disk.steps()).toEqual(['changes 2']);
    expect(journal.unwritten('all').changes).toEqual([]);
  });

  test('given an answer during its write to disk, then change and in-flight write are removed again', async () => {
    const { happens, disk, journal } = aTab();
    disk.refuses = refusing('changes', 'inFlight');
    await happens(recorded(made), rowMarked);
    disk.refuses = () => undefined;
    journal.writeAll();
    await happens(settled);
    await journal.flushed();
    expect(disk.steps()).toEqual(['changes 1 + inFlight + base', 'removals 2 + base']);
    expect(disk.records.size).toBe(0);
  });
});

describe('a full disk', () => {
  test('removes changes that the server accepted', async () => {
    const { happens, steps, disk, errors } = await tabWith(reduceSync(withRow, rowMarked));
    disk.refuses = refusing('base');
    await happens(settled);
    expect([steps(), disk.records.size, errors]).toEqual([['removals 2'], 0, [NO_ROOM]]);
  });

  test('keeps refused changes, and their refusal beside them', async () => {
    const { happens, disk, tab, steps } = await tabWith(withRow);
    disk.refuses = refusing('base');
    await happens(refused);
    expect(steps()).toEqual(['inFlight']);
    expect([...disk.records.keys()]).toEqual([`changes ${made.id}`, `writes refused ${made.id}`]);
    expect(disk.records).toEqual(recordsOf(tab.state));
  });

  test('keeps changes until their replacement is stored', async () => {
    const first = updateOf(row, { quantity: '1' }, 1);
    const [second, third] = [updateOf(row, { quantity: '12' }, 2), updateOf(row, { done: true }, 3)];
    const { happens, disk, steps, tab } = await tabWith(reduceSync(pulledState, recorded(first, second)));
    disk.refuses = refusing('changes');
    await happens(replaced(first, second));
    await happens(recorded(third), replaced(second, third));
    expect([...disk.records.values()]).toEqual([first, second]);
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect(steps()).toEqual(['changes 1 + removals 2 + base']);
    expect(disk.records).toEqual(recordsOf(tab.state));
  });

  test('keeps the unsent changes of a removed list until the recovered list is stored', async () => {
    const { happens, disk, steps } = await tabWith(withRow);
    disk.refuses = refusing('changes');
    const taken = [insertOf(aList(2), 2), insertOf(anItem(2, listId(2)), 3)];
    await happens(syncEvent('sync/changesRecorded', { changes: taken, dropped: [place] }));
    expect([...disk.records.values()]).toEqual([made]);
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect(steps()).toEqual(['changes 2 + removals 1 + base']);
    expect([...disk.records.values()]).toEqual(taken);
  });

  test('stores a write together with the changes that did not fit before', async () => {
    const { happens, disk } = aTab();
    disk.refuses = refusing('changes');
    await happens(recorded(made));
    await happens(rowMarked);
    expect([disk.begun.map(summaryOf).at(-1), disk.records.size]).toEqual(['changes 1 + inFlight', 0]);
  });

  test('has answered about an in-flight write that it refused, and not about one that is without an answer', async () => {
    const { happens, disk, journal } = await tabWith(withRow);
    disk.refuses = refusing('inFlight');
    await happens(rowMarked);
    expect(journal.isSilent()).toBe(false);
    disk.refuses = () => failIf(true, NO_ANSWER);
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect(journal.isSilent()).toBe(true);
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect([journal.isSilent(), journal.isSaved()]).toEqual([false, true]);
  });

  test('that does not answer gets no smaller transactions', async () => {
    const { happens, disk } = await tabWith(withRow);
    disk.refuses = () => failIf(true, NO_ANSWER);
    await happens(settled);
    expect(disk.begun.map(summaryOf)).toEqual(['removals 1 + base']);
  });
});

describe('what another tab has deleted', () => {
  const waiting = logDifferences(emptyLog, [recorded(made), rowMarked].reduce(reduceSync, pulledState).log);
  const deleted = (store: LogRecord['store']): LogRecord[] =>
    waiting.flatMap(({ key, ...record }) => (record.store === store ? [{ store, key }] : []));

  test('given a change that still waits for the disk, then it was stored, and waits no more', () => {
    const records = makeDirtyRecords(waiting);
    expect(records.withoutDirty(deleted('changes'))).toEqual(deleted('changes'));
    expect(records.log('all').changes).toEqual([]);
  });

  test('given an in-flight write that still waits, then it was an earlier one of the row, and this one waits on', () => {
    const records = makeDirtyRecords(waiting);
    expect(records.withoutDirty(deleted('writes'))).toEqual([]);
    expect(records.log('all').inFlight).toEqual([write]);
  });
});

describe('a disk that carried out a transaction and did not answer', () => {
  const dumb = (): void => failIf(true, NO_ANSWER);

  test('does not get a change again that another tab sent and deleted meanwhile', async () => {
    const { happens, disk, journal } = aTab({ isLeading: false });
    disk.answers = dumb;
    await happens(recorded(made));
    disk.answers = () => undefined;
    disk.records.clear();
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect([disk.steps(), disk.records.size, journal.isSaved()]).toEqual([['changes 1'], 0, true]);
  });

  test('nor together with the next change', async () => {
    const { happens, disk, calls } = aTab({ isLeading: false });
    disk.answers = dumb;
    await happens(recorded(made));
    disk.answers = () => undefined;
    disk.records.clear();
    const next = insertOf(anItem(2, asListId(listId(1))), 2);
    await happens(recorded(next));
    expect([[...disk.records.values()], calls.committed]).toEqual([[next], 2]);
  });

  test('gets the changes recorded meanwhile, and those that it did not store', async () => {
    const { happens, disk, journal } = aTab({ isLeading: false });
    disk.refuses = dumb;
    await happens(recorded(made));
    disk.refuses = () => undefined;
    disk.answers = dumb;
    const next = insertOf(anItem(2, asListId(listId(1))), 2);
    await happens(recorded(next));
    disk.answers = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect([disk.steps(), journal.isSaved()]).toEqual([['changes 2'], true]);
  });

  test('is asked until it answers, and until then gets no put', async () => {
    const { happens, disk, journal, errors } = aTab({ isLeading: false });
    disk.answers = dumb;
    disk.isDumb = true;
    await happens(recorded(made));
    await jest.advanceTimersByTimeAsync(2 * RETRY_MS);
    expect([disk.begun.length, errors.length, journal.isSaved()]).toEqual([1, 3, false]);
    disk.isDumb = false;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect([disk.begun.length, journal.isSaved()]).toEqual([1, true]);
  });
});

describe('a write that the disk refused', () => {
  test('is tried again after five seconds, and success is reported', async () => {
    const { happens, disk, journal, errors, calls } = aTab();
    disk.refuses = refusing('changes');
    await happens(recorded(made));
    expect([errors.length, calls.written, calls.stuck, journal.unwritten('failed').changes]).toEqual([1, 0, 1, [made]]);
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS - 1);
    expect(disk.steps()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([...disk.records.values()]).toEqual([made]);
    expect([errors.length, calls.written, journal.unwritten('failed').changes]).toEqual([1, 1, []]);
  });

  test('is tried again every five seconds', async () => {
    const { happens, disk, errors } = aTab({ isLeading: false });
    disk.refuses = refusing('changes');
    await happens(recorded(made));
    await jest.advanceTimersByTimeAsync(2 * RETRY_MS);
    expect(errors).toHaveLength(3);
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect(disk.steps()).toEqual(['changes 1']);
  });

  test('is part of the next write', async () => {
    const { happens, disk, calls } = aTab();
    disk.refuses = refusing('changes');
    await happens(recorded(made));
    disk.refuses = () => undefined;
    await happens(recorded(insertOf(anItem(2, listId(2)), 2)));
    expect([disk.steps(), calls.written]).toEqual([['changes 2'], 1]);
  });

  test('is reported, and callers that wait for the disk continue', async () => {
    const { happens, disk, journal, errors } = aTab();
    disk.refuses = () => failIf(true);
    void happens(recorded(made), settled);
    await journal.flushed();
    expect(errors).toEqual([NO_ROOM, NO_ROOM]);
  });

  test('is not tried again when the session has ended', async () => {
    const { happens, disk, journal } = aTab();
    disk.refuses = refusing('changes');
    await happens(recorded(made));
    journal.stop();
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(2 * RETRY_MS);
    expect([disk.steps(), journal.dirty()]).toEqual([[], logDifferences(emptyLog, withRow.log)]);
  });

  test('of an earlier session of this tab is written when the next session opens', async () => {
    const unsaved = logDifferences(emptyLog, withRow.log);
    const { disk, journal, reads } = aTab({ unsaved, isLeading: false });
    expect([disk.begun, reads().changes, journal.unwritten('all').changes]).toEqual([[], [made], [made]]);
    expect(journal.unwritten('failed').changes).toEqual([made]);
    journal.writeAll();
    await journal.flushed();
    expect([disk.steps(), journal.dirty()]).toEqual([['changes 1'], []]);
  });
});

describe('base', () => {
  const cursorOf = ({ cursors }: Base): string | null => cursors.lists;

  test('is written by one transaction at a time', async () => {
    const { happens, disk } = aTab();
    const hung = gate();
    disk.pace = hung.opened;
    disk.refuses = (write) => failIf(write === disk.begun[0]);
    const all = happens(pulled(1), pulled(2), pulled(3));
    await jest.advanceTimersByTimeAsync(1);
    expect(disk.begun.map(summaryOf)).toEqual(['base']);
    disk.pace = Promise.resolve();
    hung.open();
    await all;
    expect(disk.bases().map(cursorOf)).toEqual([moment(3)]);
    expect(Object.keys(disk.bases()[0]?.lists ?? {})).toEqual([listId(1)]);
  });

  test('does not delay changes of the person', () => {
    const { happens, disk } = aTab();
    disk.pace = gate().opened;
    void happens(pulled(1), pulled(2), recorded(made));
    expect(disk.begun.map(summaryOf)).toEqual(['base', 'changes 1']);
  });

  test('includes the answers that came during the write before', async () => {
    const { happens, disk, steps } = await tabWith(withRow);
    const hung = gate();
    disk.pace = hung.opened;
    const all = happens(pulled(1), settled);
    hung.open();
    await all;
    expect(steps()).toEqual(['base', 'removals 1 + base']);
  });

  test('that did not fit is tried again while this tab leads', async () => {
    const { happens, disk, tab } = aTab();
    disk.refuses = refusing('base');
    await happens(pulled(1));
    tab.isLeading = false;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect(disk.steps().filter((step) => step === 'base')).toEqual([]);
    tab.isLeading = true;
    disk.refuses = () => undefined;
    await happens(pulled(2));
    expect(disk.bases().map(cursorOf)).toEqual([moment(2)]);
  });

  test('is written when this tab begins to lead', async () => {
    const { happens, disk, tab, journal } = aTab({ state: withRow, isLeading: false });
    await happens(pulled(1));
    expect(disk.begun).toEqual([]);
    tab.isLeading = true;
    await journal.writeAll();
    expect(disk.bases().map(cursorOf)).toEqual([moment(1)]);
  });

  test('that fails after the lead has ended is the business of the tab that leads', async () => {
    const { happens, disk, tab, journal } = aTab();
    const hung = gate();
    disk.pace = hung.opened;
    disk.refuses = refusing('base');
    const written = happens(pulled(1));
    tab.isLeading = false;
    journal.release();
    hung.open();
    await written;
    expect(journal.isSaved()).toBe(true);
  });

  test('belongs to another tab when the lead ends', async () => {
    const { happens, disk, journal } = aTab();
    await happens(pulled(1));
    expect(journal.release()).toBe(false);
    disk.refuses = refusing('base');
    await happens(pulled(2));
    expect([journal.release(), journal.release()]).toEqual([true, false]);
  });
});

describe('given events that the disk has not answered when the lead ends', () => {
  const sent = reduceSync(withRow, rowMarked);
  /** Ends the lead while the disk says nothing. Then it answers again. */
  const leadEnds = async (
    { disk, tab, happens, journal }: Awaited<ReturnType<typeof tabWith>>,
    ...events: SyncEvent[]
  ) => {
    disk.refuses = () => failIf(true, NO_ANSWER);
    await happens(...events);
    tab.isLeading = false;
    journal.release();
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
  };

  test('then they are stored after it, without base, which another tab writes now', async () => {
    const at = await tabWith(sent);
    await leadEnds(at, settled);
    expect([at.disk.records.size, at.disk.bases(), at.journal.isSaved()]).toEqual([0, [], true]);
  });

  test('then an answered change is not stored again after the row was sent once more: an old text must not follow a new one', async () => {
    const at = await tabWith(sent);
    const next = updateOf(row, { quantity: '1' }, 2);
    const newer: InFlightWrite = { ...write, kind: 'update', changeIds: [next.id], key: `${next.id}.1` };
    await leadEnds(at, settled, recorded(next), syncEvent('sync/rowSent', { write: newer }));
    expect(at.disk.read().map(({ value }) => value)).toEqual(expect.arrayContaining([next, newer]));
    expect(at.disk.records.size).toBe(2);
  });

  test('then a removal that the person took back stays taken back', async () => {
    const removal = removeOf(row, 2);
    const at = await tabWith(reduceSync(pulledState, recorded(removal)));
    const dropped = [{ ...place, changeIds: [removal.id] }];
    await leadEnds(at, syncEvent('sync/changesRecorded', { changes: [], dropped }));
    expect(at.disk.records.size).toBe(0);
  });
});

describe('a read of the disk', () => {
  const newer: InFlightWrite = { ...write, key: `${made.id}.2` };

  test('does not hide a change that is being written', () => {
    const { happens, reads } = aTab();
    void happens(recorded(made));
    expect(reads().changes).toEqual([made]);
  });

  test('does not hide an in-flight write that did not fit, until the row is settled', async () => {
    const { happens, disk, reads } = await tabWith(reduceSync(withRow, rowMarked));
    expect(reads().inFlight).toEqual([write]);
    disk.refuses = () => failIf(true);
    await happens(syncEvent('sync/rowSent', { write: newer }));
    expect([disk.records.get(`writes sent ${row.id}`), reads().inFlight]).toEqual([write, [newer]]);
    await happens(settled);
    expect([reads().inFlight, reads().removedWrites]).toEqual([[], [row.id]]);
  });

  test('does not bring back changes that this tab removed and the disk still has', async () => {
    const { happens, disk, reads, journal } = await tabWith(withRow);
    disk.refuses = () => failIf(true);
    await happens(settled);
    expect([disk.records.size, reads().changes]).toEqual([1, []]);
    journal.release();
    expect(reads().changes).toEqual([]);
  });

  test('does not bring back replaced changes while their replacement is not on disk', async () => {
    const [first, second] = [updateOf(row, { done: true }, 2), updateOf(row, { done: false }, 3)];
    const { happens, disk, reads } = await tabWith(reduceSync(pulledState, recorded(first, second)));
    disk.refuses = refusing('changes');
    await happens(replaced(first, second));
    expect(reads()).toMatchObject({ changes: [second], removedChanges: [first.id] });
  });

  test('drops changes that another tab settled', async () => {
    const [first, second] = [updateOf(row, { done: true }, 2), updateOf(row, { done: false }, 3)];
    const { happens, disk, journal } = await tabWith(reduceSync(pulledState, recorded(first, second)));
    disk.refuses = refusing('changes');
    await happens(replaced(first, second));
    disk.records.clear();
    const gone = [first, second].map(({ id }): LogRecord => ({ store: 'changes', key: id }));
    expect(journal.withoutDirty(gone)).toEqual(gone);
    expect(journal.unwritten('all').changes).toEqual([]);
    disk.refuses = () => undefined;
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    expect(disk.records.size).toBe(0);
  });
});

describe('given any sequence of refused and good writes', () => {
  const anyRefusal = fc.subarray<DiskPart>(['changes', 'inFlight', 'removals', 'base']);

  test('the log is what the disk has plus the dirty records, and equals the disk once everything is stored', async () => {
    const anySteps = fc.array(fc.tuple(anyHistory, anyRefusal, fc.boolean()), { maxLength: 6 });
    const property = fc.asyncProperty(anySteps, async (chapters) => {
      const { happens, disk, tab, journal } = aTab();
      for (const [history, parts, isWaitedFor] of chapters) {
        disk.refuses = refusing(...parts);
        for (const act of history) {
          const event = act(tab.state);
          // What is read stands on the disk already.
          if (event.type === 'sync/recordsRead') continue;
          const written = happens(event);
          if (isWaitedFor) await written;
        }
        await journal.flushed();
        const known = new Map([...disk.records, ...entriesOf(journal.dirty())]);
        for (const [name, value] of known) if (value === undefined) known.delete(name);
        expect(known).toEqual(recordsOf(tab.state));
      }
      disk.refuses = () => undefined;
      journal.writeAll();
      await journal.flushed();
      journal.stop();
      expect(journal.dirty()).toEqual([]);
      expect(disk.records).toEqual(recordsOf(tab.state));
      expect(allChanges(tab.state.log).every(({ id }) => disk.records.has(`changes ${id}`))).toBe(true);
    });
    await fc.assert(property, lawRuns(100));
  });
});
