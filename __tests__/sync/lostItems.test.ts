import { describe, expect, test } from '@jest/globals';
import { insertChange } from '../../src/sync/record';
import { reduceSync } from '../../src/sync/reduceSync';
import { syncEvent } from '../../src/sync/syncEvents';
import type { Change, SyncState } from '../../src/sync/syncState';
import { aList, anItem, insertOf, listId, moment, pulledState, removeOf, served, updateOf } from '../support/builders';

const list = aList(1);
const item = anItem(1, listId(1), { description: 'milk' });

const hearing = (state: SyncState, ...changes: Change[]): SyncState => ({
  ...state,
  log: changes.reduce(insertChange, state.log),
});

const dropping = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(
    state,
    syncEvent('sync/changesDropped', {
      dropped: [
        { collection: 'items', listId: listId(1), rowId: item.id, changeIds: changes.map((change) => change.id) },
      ],
    }),
  );

const added = insertOf(item, 1);

/** The list went elsewhere while an addition to it was unanswered. */
const gone = (): SyncState => {
  const known = reduceSync(
    hearing(pulledState, added),
    syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [served(list, 1)], removed: [] } }),
  );
  const removed = [{ id: list.id, updatedAt: moment(2) }];
  return reduceSync(known, syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } }));
};

/** What was added to the list that went was offered. */
const offered = (): SyncState => dropping(gone(), added);

const offer = (state: SyncState) => state.base.lost[listId(1)]?.items;

describe('what was added to a list that is gone', () => {
  test('is offered with what another tab typed before it heard of the end', () => {
    const late = updateOf(item, { description: 'oat milk' }, 2, 'b');
    const state = dropping(hearing(offered(), late), late);
    expect(offer(state)).toEqual([{ id: item.id, description: 'oat milk', quantity: '', done: false }]);
    expect(state.log.items).toEqual({});
  });

  test('leaves the offer when another tab removed it before it heard of the end', () => {
    const late = removeOf(item, 2, 'b');
    expect(offer(dropping(hearing(offered(), late), late))).toEqual([]);
  });

  test('is offered once, also when it is told twice', () => {
    const again = insertOf(item, 1);
    const before = offered();
    expect(offer(dropping(hearing(before, again), again))).toEqual(offer(before));
  });

  test('is not offered when it arrived just before the list went, whatever was typed into it since: delete beats edit', () => {
    const delta = { collection: 'items', put: [served(item, 1)], removed: [] } as const;
    const { collection, listId: list, rowId } = added;
    const settled = syncEvent('sync/rowSettled', { collection, listId: list, rowId, changeIds: [added.id], delta });
    const late = updateOf(item, { quantity: '2' }, 2);
    expect(offer(dropping(reduceSync(hearing(gone(), late), settled), late))).toEqual([]);
  });
});
