import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Row } from '../../src/contract/records';
import { planPush } from '../../src/sync/planPush';
import { insertChange, record, withoutChanges } from '../../src/sync/record';
import { viewRow } from '../../src/sync/replayRow';
import { allChanges, type Change, changesOf, emptyLog, type Log, type SyncState } from '../../src/sync/syncState';
import { anyChangeTo, anyFieldsOf, anyHistory, anyRow, PROPERTY_RUNS } from '../support/arbitraries';
import { collectionOf, planOptions, served } from '../support/builders';
import { liveThrough } from '../support/liveThrough';

const anyChangesTo = (row: Row): fc.Arbitrary<Change[]> =>
  fc
    .array(fc.nat(), { maxLength: 8, size: 'max' })
    .chain((slots) => fc.tuple(...slots.map((_, index) => anyChangeTo(row, index + 1))));

const rowLog = (log: Log, row: Row): readonly Change[] =>
  changesOf(log, collectionOf(row), 'listId' in row ? row.listId : row.id)[row.id] ?? [];

describe('law 4: a change leaves only when the server answered it, or has what it wanted', () => {
  test('every event but an answer, an absorption and a reload keeps all changes, folded or not', () => {
    const answers = ['sync/rowSettled', 'sync/rowRefused', 'sync/changesDropped'];
    fc.assert(
      fc.property(anyHistory, (history) => {
        liveThrough(history, (was, event, now) => {
          if (answers.includes(event.type)) return;
          const after = allChanges(now.log);
          for (const change of allChanges(was.log)) {
            const heir = after.find(({ id, rowId }) => rowId === change.rowId && id >= change.id);
            expect(heir && Object.keys(heir.data)).toEqual(expect.arrayContaining(Object.keys(change.data)));
          }
        });
      }),
      PROPERTY_RUNS,
    );
  });

  test('an answer takes the changes it names and no other', () => {
    fc.assert(
      fc.property(anyHistory, anyRow, fc.nat(3), (history, row, count) => {
        const { log } = liveThrough(history);
        const named = rowLog(log, row)
          .slice(0, count)
          .map(({ id }) => id);
        const place = { collection: collectionOf(row), listId: 'listId' in row ? row.listId : row.id, rowId: row.id };
        const left = allChanges(withoutChanges(log, [{ ...place, changeIds: named }]));
        expect(left).toEqual(allChanges(log).filter((change) => change.rowId !== row.id || !named.includes(change.id)));
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('law 7: order comes from the change id', () => {
  test('changes heard in any order, with repeats, stand in one order', () => {
    const scene = anyRow
      .chain(anyChangesTo)
      .chain((changes) => fc.tuple(fc.constant(changes), fc.shuffledSubarray(changes, { minLength: changes.length })));
    fc.assert(
      fc.property(scene, ([changes, shuffled]) => {
        const inOrder = changes.reduce(insertChange, emptyLog);
        expect([...shuffled, ...changes].reduce(insertChange, emptyLog)).toEqual(inOrder);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('law 9: compaction is invisible', () => {
  const scene = anyRow.chain((row) => fc.tuple(fc.constant(row), anyChangesTo(row), fc.option(anyFieldsOf(row))));

  test('folding never alters what shows, over any base that holds or lacks the row', () => {
    fc.assert(
      fc.property(scene, ([row, changes, fields]) => {
        const server = fields ? served({ ...row, ...fields }, 1) : undefined;
        const folded = rowLog(changes.reduce(record, emptyLog), row);
        expect(viewRow(server, folded, false)).toEqual(viewRow(server, changes, false));
        expect(folded.length).toBeLessThanOrEqual(changes.length);
      }),
      PROPERTY_RUNS,
    );
  });

  test('twenty keystrokes fold into one change', () => {
    fc.assert(
      fc.property(anyRow, anyRow.chain(anyFieldsOf), (row, data) => {
        const keys = Array.from({ length: 20 }, (_, index) => index + 1);
        const changes = keys.map((counter) => ({ ...base(row, counter), data }));
        expect(rowLog(changes.reduce(record, emptyLog), row).map(({ id }) => id)).toEqual([changes.at(-1)?.id]);
      }),
      { numRuns: 50 },
    );
  });

  const base = (row: Row, counter: number): Change => ({
    id: `${counter.toString(36).padStart(10, '0')}-a` as Change['id'],
    collection: collectionOf(row),
    type: 'update',
    rowId: row.id,
    listId: 'listId' in row ? row.listId : row.id,
    time: 0,
    data: {},
  });

  test('a sent, unanswered change is never folded, whatever is typed after it', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        liveThrough(history, (was, event, now) => {
          if (event.type !== 'sync/changesRecorded' && event.type !== 'sync/changesHeard') return;
          const after = new Map(allChanges(now.log).map((change) => [change.id, change]));
          for (const mark of Object.values<SyncState['log']['marks'][Change['rowId']]>(was.log.marks)) {
            for (const change of allChanges(was.log)) {
              if (mark.changeIds.includes(change.id)) expect(after.get(change.id)).toBe(change);
            }
          }
        });
      }),
      PROPERTY_RUNS,
    );
  });

  test('a sent, unanswered row is never absorbed or cancelled, unless it is known to be gone', () => {
    fc.assert(
      fc.property(anyHistory, fc.boolean(), (history, cascade) => {
        liveThrough(history, (_, __, now) => {
          for (const phase of ['lists', 'items'] as const) {
            for (const { rowId, listId, collection } of planPush(now, phase, { ...planOptions, cascade }).dropped) {
              const mark = now.log.marks[rowId];
              const { gone, lists } = now.base;
              const isGone = rowId in gone[collection] || listId in gone.lists;
              const isListRefused = collection === 'items' && !(listId in lists) && !(listId in now.log.lists);
              const couldNotBeThere = mark?.kind !== 'create' && !isKnown(now, rowId);
              expect(!mark || isGone || isListRefused || couldNotBeThere).toBe(true);
            }
          }
        });
      }),
      PROPERTY_RUNS,
    );
  });
});

const isKnown = ({ base }: SyncState, id: Change['rowId']): boolean =>
  id in base.lists || Object.values<object>(base.items).some((rows) => id in rows);
