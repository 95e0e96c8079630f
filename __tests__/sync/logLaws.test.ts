import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Row } from '../../src/contract/records';
import { insertChanges, withoutChanges } from '../../src/sync/model/changeLog';
import { allChanges, type Change, changesOf, emptyLog, type Log, type SyncState } from '../../src/sync/model/syncState';
import { inFlightWriteOf } from '../../src/sync/plan/inFlightWrite';
import { planPush } from '../../src/sync/plan/planPush';
import { anyChangeTo, anyHistory, anyRow } from '../support/arbitraries';
import { collectionOf, planOptions } from '../support/builders';
import { lawRuns } from '../support/lawRuns';
import { runEvents } from '../support/runEvents';

const anyChangesTo = (row: Row): fc.Arbitrary<Change[]> =>
  fc
    .array(fc.nat(), { maxLength: 8, size: 'max' })
    .chain((slots) => fc.tuple(...slots.map((_, index) => anyChangeTo(row, index + 1))));

const rowLog = (log: Log, row: Row): readonly Change[] =>
  changesOf(log, collectionOf(row), 'listId' in row ? row.listId : row.id)[row.id] ?? [];

describe('law 4: a change leaves only when the server answered it, or has what it wanted', () => {
  test('every event but an answer, an absorption and a reload keeps all changes as they are', () => {
    const answers = ['sync/rowSettled', 'sync/rowRefused', 'sync/changesDropped'];
    fc.assert(
      fc.property(anyHistory, (history) => {
        runEvents(history, (was, event, now) => {
          if (answers.includes(event.type)) return;
          expect(allChanges(now.log)).toEqual(expect.arrayContaining(allChanges(was.log)));
        });
      }),
      lawRuns(400),
    );
  });

  test('an answer takes the changes it names and no other', () => {
    fc.assert(
      fc.property(anyHistory, anyRow, fc.nat(3), (history, row, count) => {
        const { log } = runEvents(history);
        const named = rowLog(log, row)
          .slice(0, count)
          .map(({ id }) => id);
        const place = { collection: collectionOf(row), listId: 'listId' in row ? row.listId : row.id, rowId: row.id };
        const left = allChanges(withoutChanges(log, [{ ...place, changeIds: named }]));
        expect(left).toEqual(allChanges(log).filter((change) => change.rowId !== row.id || !named.includes(change.id)));
      }),
      lawRuns(400),
    );
  });
});

describe('law 7: order comes from the change id', () => {
  test('changes read in any order, with repeats, have one order', () => {
    const scene = anyRow
      .chain(anyChangesTo)
      .chain((changes) => fc.tuple(fc.constant(changes), fc.shuffledSubarray(changes, { minLength: changes.length })));
    fc.assert(
      fc.property(scene, ([changes, shuffled]) => {
        const inOrder = insertChanges(emptyLog, changes);
        expect(insertChanges(emptyLog, [...shuffled, ...changes])).toEqual(inOrder);
      }),
      lawRuns(400),
    );
  });
});

describe('an in-flight write', () => {
  test('never changes, whatever is typed or read after it', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        runEvents(history, (was, event, now) => {
          if (event.type !== 'sync/changesRecorded' && event.type !== 'sync/recordsRead') return;
          const after = new Map(allChanges(now.log).map((change) => [change.id, change]));
          for (const write of Object.values<SyncState['log']['inFlight'][Change['rowId']]>(was.log.inFlight)) {
            for (const change of allChanges(was.log)) {
              if (write.changeIds.includes(change.id)) expect(after.get(change.id)).toBe(change);
            }
          }
        });
      }),
      lawRuns(400),
    );
  });

  test('is never absorbed or cancelled, unless it is known to be gone', () => {
    fc.assert(
      fc.property(anyHistory, fc.boolean(), (history, hasCascade) => {
        runEvents(history, (_, __, now) => {
          for (const { rowId, listId, collection } of planPush(now, { ...planOptions, hasCascade }).dropped) {
            // A write of which no change waits any more was answered.
            const write = inFlightWriteOf(now, { collection, listId, rowId });
            const { tombstones, lists } = now.base;
            const isGone = rowId in tombstones[collection] || listId in tombstones.lists;
            const isListRefused = collection === 'items' && !(listId in lists) && !(listId in now.log.lists);
            const couldNotBeThere = write?.kind !== 'create' && !isKnown(now, rowId);
            expect(!write || isGone || isListRefused || couldNotBeThere).toBe(true);
          }
        });
      }),
      lawRuns(400),
    );
  });
});

const isKnown = ({ base }: SyncState, id: Change['rowId']): boolean =>
  id in base.lists || Object.values<object>(base.items).some((rows) => id in rows);
