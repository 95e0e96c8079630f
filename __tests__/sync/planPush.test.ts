import { describe, expect, test } from '@jest/globals';
import type { RowId } from '../../src/contract/ids';
import { withoutOnly } from '../../src/sync/model/changeLog';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import type { Change, InFlightWrite, SyncState } from '../../src/sync/model/syncState';
import { countUnsent, WITH_LIST } from '../../src/sync/model/unsent';
import { newest } from '../../src/sync/plan/inFlightWrite';
import { planPush } from '../../src/sync/plan/planPush';
import {
  aList,
  anItem,
  collectionOf,
  insertOf,
  listId,
  newState,
  planOptions,
  pulledState,
  putDelta,
  removalDelta,
  removeOf,
  served,
  updateOf,
} from '../support/builders';
import { nothingRead } from '../support/readings';

const list = aList(1);
const milk = anItem(1, listId(1), { description: 'milk' });
const blank = anItem(2, listId(1), { description: '' });

const withBase = served(list, 1);
const start = reduceSync(pulledState, syncEvent('sync/deltaReceived', { delta: putDelta(withBase) }));
const withMilk = reduceSync(start, syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, 2)) }));

const typed = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(state, syncEvent('sync/changesRecorded', { changes }));
const marked = (
  state: SyncState,
  row: typeof milk,
  kind: InFlightWrite['kind'],
  fields: InFlightWrite['fields'],
  ids: Change[],
) =>
  reduceSync(
    state,
    syncEvent('sync/rowSent', {
      write: {
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

const calls = (state: SyncState, hasCascade = false) =>
  planPush(state, { ...planOptions, hasCascade }).requests.map(({ step }) => step);
const dropped = (state: SyncState) => planPush(state, planOptions).dropped.flatMap(({ changeIds }) => changeIds);

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
    ['creates a new row with all its fields', typed(start, insertMilk), [created]],
    [
      'creates it as it looks now, not as it began',
      typed(start, insertOf(blank, 1), updateOf(blank, { description: 'eggs' }, 2)),
      [{ type: 'create', body: expect.objectContaining({ description: 'eggs' }) }],
    ],
    [
      'sends the changed fields only',
      typed(withMilk, updateOf(milk, { description: 'milk', quantity: '2' }, 1)),
      [{ type: 'update', documentId: `doc-${milk.id}`, fields: { quantity: '2' } }],
    ],
    ['removes', typed(withMilk, updateOf(milk, { quantity: '2' }, 1), removeOf(milk, 2)), [removed(milk)]],
    ['lets a blank new row wait', typed(start, insertOf(blank, 1)), []],
    ['lets a blank new row wait that is only ticked', typed(start, insertOf({ ...blank, ...{ done: true } }, 1)), []],
    [
      'sends a row that was emptied after the server had it',
      typed(withMilk, updateOf(milk, { description: '' }, 1)),
      [{ type: 'update', documentId: `doc-${milk.id}`, fields: { description: '' } }],
    ],
    [
      'repeats a blank row whose create is unanswered',
      marked(typed(start, insertOf(blank, 1)), blank, 'create', { description: 'x' }, [insertOf(blank, 1)]),
      [{ type: 'create', body: expect.objectContaining({ uuid: blank.id }) }],
    ],
    [
      'repeats an unanswered create before it removes, lest the create come late and stay',
      typed(marked(typed(start, insertMilk), milk, 'create', { description: 'milk' }, [insertMilk]), removeOf(milk, 2)),
      [created],
    ],
    ['waits with everything before the collection was read once', typed(newState, insertMilk), []],
    [
      'sends a new list, and its item only when the list is on the server',
      typed(pulledState, insertOf(list, 1), insertMilk),
      [expect.objectContaining({ type: 'create', body: expect.objectContaining({ uuid: list.id }) })],
    ],
  ])('%s', (_, state, expected) => {
    expect(calls(state)).toEqual(expected);
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
    expect(calls(state)).toEqual([]);
    expect(dropped(state)).not.toEqual([]);
  });

  test('drops changes of this log only', () => {
    const here = updateOf(milk, { description: 'milk' }, 3);
    const there = updateOf(milk, { done: true }, 4, 'b');
    const gone = reduceSync(typed(withMilk, here), syncEvent('sync/deltaReceived', { delta: removal }));
    const state = marked(gone, milk, 'update', { done: true }, [here, there]);
    expect(dropped(state)).toEqual([here.id]);
  });

  test('repeats of an unanswered write what still waits, and not the word of another tab that is settled', () => {
    const here = updateOf(milk, { description: 'oat milk' }, 3);
    const there = updateOf(milk, { done: true }, 4, 'b');
    const fields = { description: 'oat milk', done: true };
    const both = marked(typed(withMilk, here, there), milk, 'update', fields, [here, there]);
    expect(planPush(both, planOptions).requests).toMatchObject([{ step: { fields }, write: { key: there.id } }]);
    const one = marked(typed(withMilk, here), milk, 'update', fields, [here, there]);
    expect(planPush(one, planOptions).requests).toEqual([
      expect.objectContaining({
        step: expect.objectContaining({ fields: { description: 'oat milk' } }),
        write: expect.objectContaining({ changeIds: [here.id, there.id] }),
      }),
    ]);
  });

  test('removes a list only when nothing else can be sent', () => {
    const state = typed(withMilk, insertOf(aList(2), 1), removeOf(milk, 2), removeOf(list, 3));
    expect(calls(state)).toEqual([expect.objectContaining({ type: 'create' }), removed(milk)]);
    const place = { collection: 'items', listId: listId(1), rowId: milk.id } as const;
    const delta = removalDelta('items', milk.id, null);
    const settled = reduceSync(state, syncEvent('sync/rowSettled', { ...place, changeIds: idsOfMilk(state), delta }));
    expect(calls(settled)).toEqual([expect.objectContaining({ type: 'create' })]);
    const postponed = new Set<RowId>([listId(2)]);
    expect(planPush(settled, { ...planOptions, postponed }).requests.map(({ step }) => step)).toEqual([removed(list)]);
  });

  test('leaves the items of a leaving list to a provider that cascades', () => {
    const state = typed(withMilk, { ...removeOf(milk, 2), data: WITH_LIST }, removeOf(list, 3));
    expect(calls(state, true)).toEqual([removed(list)]);
  });

  test('sends what was done to the items of a leaving list before, so that it can be restored', () => {
    const withList = { ...removeOf(milk, 2), data: WITH_LIST };
    expect(calls(typed(withMilk, removeOf(milk, 2), removeOf(list, 3)), true)).toEqual([removed(milk)]);
    const edited = typed(withMilk, updateOf(milk, { quantity: '2' }, 1), withList, removeOf(list, 3));
    expect(calls(edited, true)).toMatchObject([{ type: 'update', fields: { quantity: '2' } }]);
    expect(calls(typed(start, insertMilk, withList, removeOf(list, 3)), true)).toMatchObject([{ type: 'create' }]);
    expect(calls(typed(start, insertMilk, removeOf(list, 3)), true)).toEqual([removed(list)]);
  });

  test.each([true, false])('sends a new name before the list is removed (with its items: %s)', (hasCascade) => {
    const renamed = updateOf(list, { name: 'Weekend' }, 1);
    const both = typed(start, renamed, removeOf(list, 2));
    expect(calls(both, hasCascade)).toMatchObject([{ type: 'update', fields: { name: 'Weekend' } }]);
    expect(calls(typed(start, removeOf(list, 2)), hasCascade)).toEqual([removed(list)]);
  });

  test('keeps a list until its items are gone, when it was deleted while they were just being created', () => {
    const unanswered = marked(typed(start, insertMilk), milk, 'create', { description: 'milk' }, [insertMilk]);
    const leaving = typed(unanswered, removeOf(milk, 2), removeOf(list, 3));
    expect(calls(leaving)).toEqual([created]);
    const postponed = new Set<RowId>([milk.id]);
    expect(planPush(leaving, { ...planOptions, postponed }).requests).toEqual([]);
    expect(planPush(leaving, { ...planOptions, postponed, hasCascade: true }).requests).toMatchObject([
      { step: removed(list) },
    ]);
    expect(calls(typed(withMilk, removeOf(milk, 2), removeOf(list, 3)))).toEqual([removed(milk)]);
    expect(calls(typed(start, insertMilk, removeOf(milk, 2), removeOf(list, 3)))).toEqual([removed(list)]);
  });

  describe('of a row whose last write is unanswered', () => {
    const first = updateOf(milk, { quantity: '3' }, 1);
    const sent = marked(typed(withMilk, first), milk, 'update', { quantity: '3' }, [first]);
    const ticked = typed(sent, updateOf(milk, { done: true }, 2));

    test('repeats that write alone; the later change waits for the answer', () => {
      const { requests } = planPush(ticked, planOptions);
      expect(requests).toMatchObject([
        { write: { key: first.id, changeIds: [first.id] }, step: { fields: { quantity: '3' } } },
      ]);
    });

    test('repeats it also when a newer change has the same field; that one waits', () => {
      const overwritten = typed(sent, updateOf(milk, { quantity: '4' }, 2, 'b'));
      const { requests } = planPush(overwritten, planOptions);
      expect(requests).toMatchObject([{ step: { fields: { quantity: '3' } }, write: { key: first.id } }]);
    });

    test('repeats it also when a change of another field is older', () => {
      const late = updateOf(milk, { done: true }, 0, 'b');
      const { requests } = planPush(typed(sent, late), planOptions);
      expect(requests).toMatchObject([{ step: { fields: { quantity: '3' } }, write: { key: first.id } }]);
    });

    test('given a removal that was undone, then what was edited before it is sent, with the key of the removal', () => {
      const removal = removeOf(milk, 2);
      const both = marked(typed(withMilk, first, removal), milk, 'remove', {}, [first, removal]);
      const undone = { ...both, log: withoutOnly(both.log, [{ ...removal, changeIds: [removal.id] }]) };
      expect(planPush(undone, planOptions).requests).toMatchObject([
        { step: { type: 'update', fields: { quantity: '3' } }, write: { replaces: [removal.id] } },
      ]);
    });

    test('sends a removal at once', () => {
      const { requests } = planPush(typed(sent, removeOf(milk, 2)), planOptions);
      expect(requests).toMatchObject([{ step: { type: 'remove' } }]);
    });
  });

  describe('of a row that was made and removed unsent', () => {
    const state = typed(start, insertMilk, updateOf(milk, { done: true }, 2), removeOf(milk, 3));

    test('sends nothing', () => {
      expect(planPush(state, planOptions)).toMatchObject({ requests: [], dropped: [{ rowId: milk.id }] });
    });

    test('given no locks, then it is created and removed, because a create may be in flight', () => {
      const withoutLocks = { ...planOptions, hasNoLocks: true };
      const { dropped: left, requests } = planPush(state, withoutLocks);
      expect(left).toEqual([]);
      expect(requests).toMatchObject([{ step: { type: 'create', body: { done: true } } }]);
      const blankOne = typed(start, insertOf({ ...milk, description: '' }, 1), removeOf(milk, 3));
      expect(planPush(blankOne, withoutLocks).requests).toEqual([]);
    });
  });

  test('sends the whole difference of a row that another tab compacted during a write', () => {
    const first = updateOf(milk, { quantity: '3' }, 1);
    const second = updateOf(milk, { quantity: '4' }, 2);
    const sent = marked(typed(withMilk, first), milk, 'update', { quantity: '3' }, [first]);
    const read = { ...nothingRead, changes: [second], removedChanges: [first.id] };
    const compacted = reduceSync(sent, syncEvent('sync/recordsRead', read));
    expect(planPush(compacted, planOptions).requests).toMatchObject([
      { write: { changeIds: [second.id] }, step: { fields: { quantity: '4' } }, isRepetition: false },
    ]);
  });

  test('drops an item made and removed in one list while it is blank in another list', () => {
    const taken = reduceSync(start, syncEvent('sync/deltaReceived', { delta: putDelta(served(aList(2), 1)) }));
    const made = insertOf({ ...blank, listId: listId(2) }, 2);
    const removed = removeOf({ ...blank, listId: listId(2) }, 3);
    expect(dropped(typed(taken, insertOf(blank, 1), made, removed))).toEqual([made.id, removed.id]);
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
