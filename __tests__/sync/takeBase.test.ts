import { describe, expect, test } from '@jest/globals';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { type ReadRecords, syncEvent } from '../../src/sync/model/syncEvents';
import type { SyncState } from '../../src/sync/model/syncState';
import {
  insertOf,
  listId,
  moment,
  newState,
  pulledState,
  putDelta,
  removalDelta,
  served,
  updateOf,
} from '../support/builders';
import { list, milk } from '../support/milkList';
import { nothingRead } from '../support/readings';

/** What a tab takes of base from the disk, where whoever leads writes it. */

const reading = (state: SyncState, read: ReadRecords): SyncState =>
  reduceSync(state, syncEvent('sync/recordsRead', read));

describe('a base that was read', () => {
  const known = [served(list, 1), served(milk, 2)].reduce(
    (state, row) => reduceSync(state, syncEvent('sync/deltaReceived', { delta: putDelta(row) })),
    pulledState,
  );
  const { base } = known;
  const itemsOf = (state: SyncState) => state.base.items[listId(1)] ?? {};
  const at = (ticks: number) => ({ lists: moment(ticks), items: moment(ticks) });

  test.each([true, false])('has a tombstone, so an older row does not come back: %s', (isMerged) => {
    const removed = reduceSync(known, syncEvent('sync/deltaReceived', { delta: removalDelta('items', milk.id, 5) }));
    const read = reading(known, { ...nothingRead, base: removed.base, isMerged });
    expect(itemsOf(read)).not.toHaveProperty(milk.id);
    const late = reduceSync(read, syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, 4)) }));
    expect(itemsOf(late)).not.toHaveProperty(milk.id);
  });

  test('replaces the base of a tab without newer rows', () => {
    const newer = reduceSync(known, syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, 6)) }));
    expect(reading(newer, { ...nothingRead, base }).base).toBe(base);
  });

  test('replaces the base of a tab that has not pulled', () => {
    expect(reading(newState, { ...nothingRead, base, isMerged: true }).base).toBe(base);
  });

  test('that is older replaces no newer row and no change', () => {
    const newer = served({ ...milk, description: 'oat milk' }, 6);
    const state = [
      syncEvent('sync/deltaReceived', { delta: putDelta(newer) }),
      syncEvent('sync/changesRecorded', { changes: [updateOf(milk, { quantity: '2' }, 1)] }),
    ].reduce(reduceSync, known);
    const read = reading(state, { ...nothingRead, base, isMerged: true });
    expect(itemsOf(read)).toMatchObject({ [milk.id]: { row: newer.row, updatedAt: moment(6) } });
    expect(read.log).toEqual(state.log);
  });

  test('adds unknown rows and sets the earlier cursor', () => {
    const ahead = { ...pulledState, base: { ...pulledState.base, cursors: { lists: moment(9), items: moment(1) } } };
    const read = reading(ahead, { ...nothingRead, base: { ...base, cursors: at(4) }, isMerged: true });
    expect(itemsOf(read)).toHaveProperty(milk.id);
    expect(read.base.cursors).toEqual({ lists: moment(4), items: moment(1) });
  });

  test('of a disk that was never written whole makes the next pull whole', () => {
    const unread = { ...base, cursors: { lists: moment(4), items: null } };
    expect(reading(known, { ...nothingRead, base: unread, isMerged: true }).base.cursors.items).toBeNull();
  });

  test('adds the name and icon of removed lists', () => {
    const mine = { [listId(2)]: { name: 'Apteka', icon: 'cat' } };
    const theirs = { [listId(3)]: { name: 'Dom', icon: 'house' } };
    const state = { ...known, base: { ...base, removedLists: mine } };
    const read = reading(state, { ...nothingRead, base: { ...base, removedLists: theirs }, isMerged: true });
    expect(read.base.removedLists).toEqual({ ...mine, ...theirs });
  });

  test('that is empty leaves base as it is', () => {
    expect(reading(known, { ...nothingRead, changes: [insertOf(milk, 1)] }).base).toBe(base);
  });
});
