import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type LogRecord, logDifferences, logPartOf } from '../../src/storage/logRecords';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { type ReadRecords, syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, emptyLog, type Log, refusalId, type SyncState } from '../../src/sync/model/syncState';
import { anyHistory } from '../support/arbitraries';
import { insertOf, listId, newState, pulledState, updateOf } from '../support/builders';
import { deepFreeze } from '../support/deepFreeze';
import { lawRuns } from '../support/lawRuns';
import { milk } from '../support/milkList';
import { nothingRead, readingOf, wholeReadingOf } from '../support/readings';
import { runEvents } from '../support/runEvents';

/** What a tab takes from the disk, where others write what they do. */

const reading = (state: SyncState, read: ReadRecords): SyncState =>
  reduceSync(state, syncEvent('sync/recordsRead', read));

/** As the disk tells them: by store and key, each as it was put last. */
const asTold = (records: readonly LogRecord[]): readonly LogRecord[] => {
  const byName = new Map(records.map((record) => [`${record.store} ${record.key}`, record]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
};
const partOf = (records: readonly LogRecord[]): ReadRecords => ({ ...nothingRead, ...logPartOf(asTold(records)) });

/** What two logs are compared by: refusals of one moment have no order, and the counter only grows. */
const comparable = ({ refusals, counter: _, ...log }: Log) => ({
  ...log,
  refusals: new Map(refusals.map((refusal) => [refusalId(refusal), refusal])),
});

describe('the differences of two logs, read record by record', () => {
  test('turn the log of a tab into the log on disk', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, (before, since) => {
        const known = runEvents(before);
        const stored = runEvents(since, undefined, known);
        const read = reading(known, deepFreeze(partOf(logDifferences(known.log, stored.log))));
        expect(comparable(read.log)).toEqual(comparable(stored.log));
        expect(read.base).toBe(known.base);
        expect(read.log.counter).toBeGreaterThanOrEqual(known.log.counter);
      }),
      lawRuns(200),
    );
  });

  test('give the same in two reads, and when read twice', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, anyHistory, (before, first, second) => {
        const known = runEvents(before);
        const between = runEvents(first, undefined, known);
        const stored = runEvents(second, undefined, between);
        const records = [logDifferences(known.log, between.log), logDifferences(between.log, stored.log)].map(partOf);
        const read = records.reduce(reading, known);
        expect(comparable(read.log)).toEqual(comparable(stored.log));
        const [, last] = records;
        expect(last && comparable(reading(read, last).log)).toEqual(comparable(stored.log));
      }),
      lawRuns(100),
    );
  });

  test('keep the dirty records of this tab', () => {
    const mine = updateOf(milk, { done: true }, 9);
    const known = { ...pulledState, log: readLog(insertOf(milk, 1)) };
    const own = reduceSync(known, syncEvent('sync/changesRecorded', { changes: [mine] }));
    const read = reading(
      own,
      readingOf(known.log, readLog(insertOf(milk, 1), updateOf(milk, { quantity: '2' }, 2, 'b'))),
    );
    expect(allChanges(read.log)).toEqual([insertOf(milk, 1), updateOf(milk, { quantity: '2' }, 2, 'b'), mine]);
  });
});

const readLog = (...changes: ReturnType<typeof insertOf>[]): Log => reading(newState, { ...nothingRead, changes }).log;

describe('a whole read', () => {
  test('equals the disk, whatever the tab had before', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, (before, there) => {
        const stored = runEvents(there);
        const read = reading(runEvents(before), {
          ...partOf(logDifferences(emptyLog, stored.log)),
          isWhole: true,
          base: stored.base,
        });
        expect(comparable(read.log)).toEqual(comparable(stored.log));
        expect(read.base).toBe(stored.base);
      }),
      lawRuns(200),
    );
  });
});

describe('a refusal', () => {
  const made = insertOf(milk, 1);
  const edit = updateOf(milk, { quantity: '2' }, 2);
  const place = { collection: 'items', listId: listId(1), rowId: milk.id } as const;
  const waiting = reduceSync(pulledState, syncEvent('sync/changesRecorded', { changes: [made, edit] }));
  const reason = { status: 400, message: 'too long', time: 1 };
  const refused = reduceSync(
    waiting,
    syncEvent('sync/rowRefused', { ...place, changeIds: [made.id, edit.id], changes: [made, edit], ...reason }),
  );

  test('of another tab is shown with its changes, which are not sent', () => {
    const read = reading(waiting, readingOf(waiting.log, refused.log));
    expect(read.log.refusals).toEqual([{ ...reason, changes: [made, edit] }]);
    expect(allChanges(read.log)).toEqual([]);
  });

  test('is there after the next start, with its changes', () => {
    const { log } = reading(newState, wholeReadingOf(refused));
    expect(log.refusals).toEqual([{ ...reason, changes: [made, edit] }]);
    expect(allChanges(log)).toEqual([]);
  });

  test('keeps its changes from being read as if they waited', () => {
    const late = updateOf(milk, { done: true }, 3, 'b');
    expect(allChanges(reading(refused, { ...nothingRead, changes: [made, edit, late] }).log)).toEqual([late]);
  });

  test('removes its changes when it is removed', () => {
    const without = { ...refused.log, refusals: [] };
    const stored = logDifferences(emptyLog, refused.log);
    const left = logDifferences(refused.log, without);
    const names = (records: readonly LogRecord[]) => records.map(({ store, key }) => `${store} ${key}`).sort();
    expect(left.every(({ value }) => value === undefined)).toBe(true);
    expect(names(left)).toEqual(names(stored));
    expect(reading(refused, readingOf(refused.log, without)).log.refusals).toEqual([]);
  });

  test('without its changes, from a damaged disk, is ignored', () => {
    const { log } = reading(newState, { ...nothingRead, refusals: [{ ...reason, changeIds: [made.id] }] });
    expect(log.refusals).toEqual([]);
  });
});
