import { describe, expect, test } from '@jest/globals';
import { newest } from '../../src/sync/markRow';
import { type PushPhase, planPush } from '../../src/sync/planPush';
import { reduceSync } from '../../src/sync/reduceSync';
import { syncEvent } from '../../src/sync/syncEvents';
import type { Change, Mark, SyncState } from '../../src/sync/syncState';
import { countUnsent } from '../../src/sync/unsent';
import {
  aList,
  anItem,
  collectionOf,
  insertOf,
  listId,
  newState,
  pulledState,
  putDelta,
  removalDelta,
  removeOf,
  served,
  updateOf,
} from '../support/builders';

const list = aList(1);
const milk = anItem(1, listId(1), { description: 'milk' });
const blank = anItem(2, listId(1), { description: '' });

const withBase = served(list, 1);
const start = reduceSync(pulledState, syncEvent('sync/deltaReceived', { delta: putDelta(withBase) }));
const withMilk = reduceSync(start, syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, 2)) }));

const typed = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(state, syncEvent('sync/changesRecorded', { changes }));
const marked = (state: SyncState, row: typeof milk, kind: Mark['kind'], fields: Mark['fields'], ids: Change[]) =>
  reduceSync(
    state,
    syncEvent('sync/rowMarked', {
      mark: {
        collection: collectionOf(row),
        listId: 'listId' in row ? row.listId : row.id,
        rowId: row.id,
        kind,
        fields,
        changeIds: ids.map(({ id }) => id),
        key: newest(ids.map(({ id }) => id)),
      },
    }),
  );

const steps = (state: SyncState, phase: PushPhase = 'items', cascade = false) =>
  planPush(state, phase, { cascade }).lanes.map((lane) => lane.steps);
const dropped = (state: SyncState, phase: PushPhase = 'items') =>
  planPush(state, phase, { cascade: false }).dropped.flatMap(({ changeIds }) => changeIds);

const idsOfMilk = (state: SyncState) => (state.log.items[listId(1)]?.[milk.id] ?? []).map(({ id }) => id);

const insertMilk = insertOf(milk, 1);
const removal = removalDelta('items', milk.id, null);
const created = {
  type: 'create',
  body: { uuid: milk.id, list: listId(1), description: 'milk', quantity: '', done: false },
};
const removed = (row: typeof milk) => ({ type: 'remove', documentId: `doc-${row.id}` });

describe('a push plan', () => {
  test.each<[string, SyncState, unknown[]]>([
    ['creates a new row with all its fields', typed(start, insertMilk), [[created]]],
    [
      'creates it as it looks now, not as it began',
      typed(start, insertOf(blank, 1), updateOf(blank, { description: 'eggs' }, 2)),
      [[{ type: 'create', body: expect.objectContaining({ description: 'eggs' }) }]],
    ],
    [
      'sends the changed fields only',
      typed(withMilk, updateOf(milk, { description: 'milk', quantity: '2' }, 1)),
      [[{ type: 'update', documentId: `doc-${milk.id}`, fields: { quantity: '2' } }]],
    ],
    ['removes', typed(withMilk, updateOf(milk, { quantity: '2' }, 1), removeOf(milk, 2)), [[removed(milk)]]],
    ['lets a blank new row wait', typed(start, insertOf(blank, 1)), []],
    ['lets a blank new row wait that is only ticked', typed(start, insertOf({ ...blank, ...{ done: true } }, 1)), []],
    [
      'sends a row that was emptied after the server had it',
      typed(withMilk, updateOf(milk, { description: '' }, 1)),
      [[{ type: 'update', documentId: `doc-${milk.id}`, fields: { description: '' } }]],
    ],
    [
      'repeats a blank row whose create is unanswered',
      marked(typed(start, insertOf(blank, 1)), blank, 'create', { description: 'x' }, [insertOf(blank, 1)]),
      [[{ type: 'create', body: expect.objectContaining({ uuid: blank.id }) }]],
    ],
    [
      'repeats an unanswered update although nothing seems to differ',
      marked(typed(withMilk, updateOf(milk, { quantity: '' }, 1)), milk, 'update', { quantity: '3' }, []),
      [[{ type: 'update', documentId: `doc-${milk.id}`, fields: { quantity: '' } }]],
    ],
    [
      'repeats an unanswered create before it removes, lest the create come late and stay',
      typed(marked(typed(start, insertMilk), milk, 'create', { description: 'milk' }, [insertMilk]), removeOf(milk, 2)),
      [[created, { type: 'remove', documentId: null }]],
    ],
    ['waits with everything before the collection was read once', typed(newState, insertMilk), []],
    ['waits with an item whose list is not on the server yet', typed(pulledState, insertOf(list, 1), insertMilk), []],
  ])('%s', (_, state, expected) => {
    expect(steps(state)).toEqual(expected);
  });

  test.each<[string, SyncState]>([
    ['base already shows what it wanted', typed(withMilk, updateOf(milk, { description: 'milk' }, 1))],
    ['it was made and removed unsent', typed(start, insertMilk, removeOf(milk, 2))],
    ['its row is nowhere', typed(start, updateOf(milk, { quantity: '1' }, 1))],
    [
      'its row was removed elsewhere: delete beats edit',
      reduceSync(
        typed(withMilk, updateOf(milk, { quantity: '1' }, 1)),
        syncEvent('sync/deltaReceived', { delta: removalDelta('items', milk.id, 3) }),
      ),
    ],
    [
      'its row was made here, and removed elsewhere before the create was answered',
      reduceSync(
        marked(typed(start, insertMilk), milk, 'create', { description: 'milk' }, [insertMilk]),
        syncEvent('sync/deltaReceived', { delta: removalDelta('items', milk.id, 3) }),
      ),
    ],
    [
      'its list was removed elsewhere',
      reduceSync(
        typed(withMilk, updateOf(milk, { quantity: '1' }, 1)),
        syncEvent('sync/deltaReceived', { delta: removalDelta('lists', list.id, 3) }),
      ),
    ],
  ])('drops a change without a call when %s', (_, state) => {
    expect(steps(state)).toEqual([]);
    expect(dropped(state)).not.toEqual([]);
  });

  test('that are dropped are those of this log, not another tab’s under the same mark: that one was on no disk, and is still to be sent', () => {
    const here = updateOf(milk, { description: 'milk' }, 3);
    const there = updateOf(milk, { done: true }, 4, 'b');
    const gone = reduceSync(typed(withMilk, here), syncEvent('sync/deltaReceived', { delta: removal }));
    const state = marked(gone, milk, 'update', { done: true }, [here, there]);
    expect(dropped(state)).toEqual([here.id]);
  });

  test('that are sent are those of this log, and its mark names no other: the rest of another tab’s mark is not this one’s to settle', () => {
    const here = updateOf(milk, { description: 'oat milk' }, 3);
    const there = updateOf(milk, { done: true }, 4, 'b');
    const state = marked(typed(withMilk, here), milk, 'update', { done: true }, [here, there]);
    expect(planPush(state, 'items', { cascade: false }).lanes[0]?.mark.changeIds).toEqual([here.id]);
  });

  test('sends lists first, and a list’s removal after its items’', () => {
    const state = typed(withMilk, insertOf(aList(2), 1), removeOf(milk, 2), removeOf(list, 3));
    expect(steps(state, 'lists')).toEqual([[expect.objectContaining({ type: 'create' })]]);
    expect(steps(state, 'items')).toEqual([[removed(milk)]]);
    const place = { collection: 'items', listId: listId(1), rowId: milk.id } as const;
    const delta = removalDelta('items', milk.id, null);
    const settled = reduceSync(state, syncEvent('sync/rowSettled', { ...place, changeIds: idsOfMilk(state), delta }));
    expect(steps(settled, 'listRemovals')).toEqual([[removed(list)]]);
  });

  test('leaves the items of a leaving list to a provider that cascades', () => {
    const state = typed(withMilk, removeOf(milk, 2), removeOf(list, 3));
    expect(steps(state, 'items', true)).toEqual([]);
    expect(steps(state, 'listRemovals', true)).toEqual([[removed(list)]]);
  });

  test('keeps a list until its items are gone, when it was deleted while they were just being created', () => {
    const unanswered = marked(typed(start, insertMilk), milk, 'create', { description: 'milk' }, [insertMilk]);
    const leaving = typed(unanswered, removeOf(milk, 2), removeOf(list, 3));
    expect(steps(leaving, 'listRemovals')).toEqual([]);
    expect(steps(leaving, 'listRemovals', true)).toEqual([[removed(list)]]);
    expect(steps(typed(withMilk, removeOf(milk, 2), removeOf(list, 3)), 'listRemovals')).toEqual([]);
    expect(steps(typed(start, insertMilk, removeOf(milk, 2), removeOf(list, 3)), 'listRemovals')).toEqual([
      [removed(list)],
    ]);
  });

  test('grows the mark by what is sent again', () => {
    const first = updateOf(milk, { quantity: '3' }, 1);
    const state = typed(
      marked(typed(withMilk, first), milk, 'update', { quantity: '3' }, [first]),
      updateOf(milk, { done: true }, 2),
    );
    expect(planPush(state, 'items', { cascade: false }).lanes[0]?.mark).toMatchObject({
      fields: { quantity: '3', done: true },
      changeIds: [first.id, updateOf(milk, {}, 2).id],
    });
  });

  test('keeps in the mark what another tab has folded since: its record may still be on disk, and leaves with the answer', () => {
    const first = updateOf(milk, { quantity: '3' }, 1);
    const second = updateOf(milk, { quantity: '4' }, 2);
    const sent = marked(typed(withMilk, first), milk, 'update', { quantity: '3' }, [first]);
    const place = { collection: 'items', listId: listId(1), rowId: milk.id } as const;
    const replaced = [{ ...place, changeIds: [first.id] }];
    const folded = reduceSync(sent, syncEvent('sync/changesHeard', { changes: [second], replaced }));
    expect(planPush(folded, 'items', { cascade: false }).lanes[0]?.mark.changeIds).toEqual([first.id, second.id]);
  });

  test.each<[string, SyncState, number]>([
    ['nothing', withMilk, 0],
    ['a blank new row', typed(withMilk, insertOf(blank, 1)), 0],
    [
      'two edits of one row',
      typed(withMilk, updateOf(milk, { done: true }, 1), updateOf(milk, { done: false }, 2, 'b')),
      1,
    ],
    ['a list and an item', typed(withMilk, insertOf(aList(2), 1), updateOf(milk, { done: true }, 2)), 2],
    ['a row made and removed unsent', typed(start, insertMilk, removeOf(milk, 2)), 0],
  ])('counts as unsent: %s', (_, state, count) => {
    expect(countUnsent(state)).toBe(count);
  });
});
