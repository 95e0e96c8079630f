import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Row } from '../../src/contract/records';
import { insertChanges } from '../../src/sync/model/changeLog';
import { compaction } from '../../src/sync/model/compact';
import { deriveView } from '../../src/sync/model/deriveView';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import {
  allChanges,
  type Change,
  emptyView,
  type InFlightWrite,
  type RowPlace,
  type SyncState,
} from '../../src/sync/model/syncState';
import { anyChangeTo, anyFieldsOf, anyRow, anyTab, WORLD } from '../support/arbitraries';
import { anItem, collectionOf, insertOf, listId, newState, removeOf, served, updateOf } from '../support/builders';
import { deepFreeze } from '../support/deepFreeze';
import { lawRuns } from '../support/lawRuns';
import { nothingRead, readingOf } from '../support/readings';
import { viewOf } from '../support/viewOf';

const milk = anItem(1, listId(1), { description: 'milk' });
const other = anItem(2, listId(1), { description: 'bread' });
const place = { collection: 'items', listId: listId(1), rowId: milk.id } as const;

const typed = (...changes: readonly Change[]): SyncState =>
  deepFreeze({ ...newState, log: insertChanges(newState.log, changes) });
const keys = (count: number, from = 1, tab = 'a'): Change[] =>
  Array.from({ length: count }, (_, at) => updateOf(milk, { description: `${from + at}` }, from + at, tab));
/** A change of each row that has changes. */
const changedRows = ({ log }: SyncState): readonly RowPlace[] => [
  ...new Map(allChanges(log).map((change) => [change.rowId, change])).values(),
];
const compacted = (state: SyncState, rows = changedRows(state)): SyncState => {
  const dropped = compaction(state, rows, []);
  return dropped.length ? reduceSync(state, syncEvent('sync/changesDropped', { dropped })) : state;
};
const shapes = (state: SyncState) => allChanges(state.log).map(({ id, type, data }) => [id, type, data]);
const viewed = (state: SyncState) => deriveView(emptyView, newState, state);

describe('law 9: compaction is invisible', () => {
  /** Some changes of any kind, then more keys than a row may have. */
  const manyChangesTo = (row: Row): fc.Arbitrary<Change[]> =>
    fc
      .tuple(fc.nat(6), fc.array(fc.tuple(anyFieldsOf(row), anyTab), { minLength: 101, maxLength: 110 }))
      .chain(([count, updates]) =>
        fc
          .tuple(...Array.from({ length: count }, (_, at) => anyChangeTo(row, at + 1)))
          .map((first) => [...first, ...updates.map(([data, tab], at) => updateOf(row, data, count + at + 1, tab))]),
      );
  const anyServedOrNone = (row: Row) =>
    fc.option(
      anyFieldsOf(row).map((fields) => served({ ...row, ...fields }, 1)),
      { nil: undefined },
    );
  const scene = anyRow.chain((row) => fc.tuple(fc.constant(row), manyChangesTo(row), anyServedOrNone(row)));

  const overServed = (
    row: Row,
    server: ReturnType<typeof served> | undefined,
    changes: readonly Change[],
  ): SyncState => {
    const delta = { collection: collectionOf(row), put: server ? [server] : [], removed: [] };
    const state = reduceSync(newState, syncEvent('sync/deltaReceived', { delta }));
    return { ...state, log: insertChanges(state.log, changes) };
  };
  const around = WORLD.map((row, index) => updateOf(row, { done: true }, index + 500));

  test('does not change the view over any base, nor other rows', () => {
    fc.assert(
      fc.property(scene, ([row, changes, server]) => {
        const beside = around.filter(({ rowId }) => rowId !== row.id);
        const whole = overServed(row, server, [...changes, ...beside]);
        const state = compacted(whole, changes.slice(-1));
        expect(viewed(state)).toEqual(viewed(whole));
        expect(allChanges(state.log).length).toBeLessThanOrEqual(10 + beside.length);
        expect(allChanges(state.log)).toEqual(expect.arrayContaining(beside));
        expect(state.log.counter).toBe(whole.log.counter);
        expect(compacted(state, changes.slice(-1))).toBe(state);
      }),
      lawRuns(100),
    );
  });

  test('is the same for a tab that reads it and has later changes', () => {
    const withLater = scene.chain(([row, changes, server]) =>
      fc.tuple(fc.constant(row), fc.constant(changes), fc.constant(server), anyChangeTo(row, 900)),
    );
    fc.assert(
      fc.property(withLater, ([row, changes, server, later]) => {
        const whole = overServed(row, server, changes);
        const reading = readingOf(whole.log, compacted(whole).log);
        const read = reduceSync(whole, syncEvent('sync/recordsRead', reading));
        expect(read.log).toEqual(compacted(whole).log);
        const mine = overServed(row, server, [...changes, later]);
        const minesRead = reduceSync(mine, syncEvent('sync/recordsRead', reading));
        expect(allChanges(minesRead.log).at(-1)).toEqual(later);
        expect(viewed(minesRead)).toEqual(viewed(mine));
      }),
      lawRuns(100),
    );
  });
});

describe('a row with too many changes', () => {
  test('has the last value of each field, under the id of the last change', () => {
    const changes = [updateOf(milk, { quantity: '2' }, 1), ...keys(100, 2)];
    const [first, newest] = [changes[0]?.id, changes.at(-1)?.id];
    expect(shapes(compacted(typed(...changes)))).toEqual([
      [first, 'update', { quantity: '2' }],
      [newest, 'update', { description: '101' }],
    ]);
  });

  test('uses no change of another tab that this one has not read', () => {
    const changes = [updateOf(milk, { done: false }, 1), ...keys(101, 3)];
    const ticked = updateOf(milk, { done: true }, 2, 'b');
    const state = compacted(typed(insertOf(milk, 0), ...changes));
    const read = { ...state, log: insertChanges(state.log, [ticked]) };
    expect(viewOf(read, 'items', listId(1), milk.id)).toMatchObject({ done: true });
  });

  test('keeps its insert, and what was done before a removal', () => {
    const first = [insertOf(milk, 1), removeOf(milk, 2), insertOf(milk, 3)];
    const state = compacted(typed(...first, ...keys(100, 4)));
    expect(allChanges(state.log).map(({ type }) => type)).toEqual(['insert', 'remove', 'insert', 'update']);
    expect(viewOf(state, 'items', listId(1), milk.id)).toMatchObject({ description: '103' });
  });

  test('comes before later changes of another tab', () => {
    const state = compacted(typed(insertOf(milk, 0), ...keys(101)));
    expect(allChanges(state.log)).toHaveLength(2);
    const later = updateOf(milk, { description: 'of another' }, 102, 'b');
    const read = reduceSync(state, syncEvent('sync/recordsRead', { ...nothingRead, changes: [later] }));
    expect(viewOf(read, 'items', listId(1), milk.id)).toMatchObject({ description: 'of another' });
  });

  test.each<[string, readonly Change[]]>([
    ['has a hundred', keys(100)],
    ['ends with an insert', [...keys(100), insertOf(milk, 101)]],
    ['ends with a removal', [...keys(100), removeOf(milk, 101)]],
    ['has one update after its insert', [...keys(100), insertOf(milk, 101), ...keys(1, 102)]],
    ['was not touched', [...keys(100).map((change) => ({ ...change, rowId: other.id })), ...keys(3, 200)]],
  ])('is left alone where it %s', (_, changes) => {
    expect(compaction(typed(...changes), [place], [])).toEqual([]);
  });

  test('is not compacted while a write is unanswered', () => {
    const changes = keys(101);
    const write: InFlightWrite = {
      ...place,
      kind: 'update',
      fields: {},
      changeIds: changes.map(({ id }) => id),
      key: 'k',
    };
    const sent = reduceSync(typed(...changes), syncEvent('sync/rowSent', { write }));
    expect(compaction(sent, [place], [])).toEqual([]);
    const answered = reduceSync(sent, syncEvent('sync/writesForgotten', { rowIds: [milk.id] }));
    expect(allChanges(compacted(answered, [place]).log)).toHaveLength(1);
  });

  test('keeps its last stored text while the disk does not have a newer one', () => {
    const changes = keys(101);
    const state = typed(...changes);
    const dropped = compaction(state, [place], changes.slice(-1));
    const left = reduceSync(state, syncEvent('sync/changesDropped', { dropped }));
    expect(allChanges(left.log)).toEqual(changes.slice(-2));
  });

  test('is compacted together with another row, once', () => {
    const bread = keys(101).map((change) => ({ ...change, rowId: other.id, id: `${change.id}x` as Change['id'] }));
    const state = typed(...keys(101), ...bread);
    const both = compacted(state, [place, { ...place, rowId: other.id }, place]);
    expect(allChanges(both.log)).toHaveLength(2);
  });
});
