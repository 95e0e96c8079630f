import { describe, expect, test } from '@jest/globals';
import { parseRecord } from '../../src/contract/records';
import { integrate } from '../../src/sync/model/integrate';
import { recoveryOffers } from '../../src/sync/model/orphans';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import type { Delta, SyncState } from '../../src/sync/model/syncState';
import { planPush } from '../../src/sync/plan/planPush';
import {
  aList,
  anItem,
  insertOf,
  listId,
  moment,
  newState,
  planOptions,
  pulledState,
  putDelta,
  removalDelta,
  removeOf,
  served,
} from '../support/builders';

const list = aList(1, { name: 'Dom', icon: 'house' });
const milk = anItem(1, listId(1), { description: 'milk' });
const other = anItem(2, listId(1), { description: 'bread' });
const integrated = (...deltas: Delta[]): SyncState => deltas.reduce(integrate, newState);
const items = ({ base }: SyncState, id = listId(1)) => Object.keys(base.items[id] ?? {});

const wholePull = (delta: Delta, forget: readonly string[] = []) =>
  syncEvent('sync/pulled', { delta, isWhole: true, cursor: moment(9), forget, roundStartedAt: 1 });

test('given a collection that was never pulled whole, then no change is dropped for a missing row', () => {
  const unread = { ...pulledState, base: { ...pulledState.base, cursors: { lists: moment(0), items: null } } };
  const removed = reduceSync(unread, syncEvent('sync/changesRecorded', { changes: [removeOf(other, 1)] }));
  const next = reduceSync(removed, syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, 5)) }));
  expect(items(next)).toEqual([milk.id]);
  expect(planPush(next, planOptions)).toMatchObject({ dropped: [], requests: [] });
});

describe('integrating', () => {
  test.each<[string, Delta[], string[]]>([
    ['a duplicate event', [putDelta(served(milk, 2)), putDelta(served(milk, 2))], [milk.id]],
    ['a removal, then the row as it was before', [removalDelta('items', milk.id, 3), putDelta(served(milk, 2))], []],
    ['a row, then its removal', [putDelta(served(milk, 2)), removalDelta('items', milk.id, 3)], []],
    ['a removal older than the row', [putDelta(served(milk, 4)), removalDelta('items', milk.id, 3)], [milk.id]],
    [
      'a row restored later than it was removed',
      [removalDelta('items', milk.id, 3), putDelta(served(milk, 4))],
      [milk.id],
    ],
    ['a removal without a time', [putDelta(served(milk, 4)), removalDelta('items', milk.id, null)], []],
    [
      'the row as it was, after a removal without a time',
      [putDelta(served(milk, 4)), removalDelta('items', milk.id, null), putDelta(served(milk, 4))],
      [],
    ],
    [
      'an item, after its list took it along',
      [
        putDelta(served(list, 1)),
        putDelta(served(milk, 2)),
        removalDelta('lists', list.id, 3),
        putDelta(served(milk, 2)),
      ],
      [],
    ],
  ])('%s', (_, deltas, expected) => {
    expect(items(integrated(...deltas))).toEqual(expected);
  });

  test('an item that moved stands in its new list only', () => {
    const moved = integrated(putDelta(served(milk, 2)), putDelta(served({ ...milk, ...{ listId: listId(2) } }, 3)));
    expect([items(moved, listId(1)), items(moved, listId(2))]).toEqual([[], [milk.id]]);
    expect(Object.keys(moved.base.items)).toEqual([listId(2)]);
  });

  test('given two versions with the same updatedAt, then the later answer counts', () => {
    const later = { ...milk, ...{ description: 'oat milk' } };
    const { base } = integrated(putDelta(served(milk, 2)), putDelta(served(later, 2)));
    expect(base.items[listId(1)]?.[milk.id]?.row).toEqual(later);
  });

  test('a whole pull forgets old removals, and brings back what the server still has', () => {
    const removed = integrated(putDelta(served(milk, 2)), removalDelta('items', milk.id, 5));
    const pulled = reduceSync(removed, wholePull(putDelta(served(milk, 2)), [milk.id]));
    expect(items(pulled)).toEqual([milk.id]);
    expect(pulled.base.tombstones.items).toEqual({});
  });

  test('a whole pull keeps a tombstone while a change of that row is in the log', () => {
    const removed = integrated(putDelta(served(milk, 2)), removalDelta('items', milk.id, 5));
    const typed = reduceSync(removed, syncEvent('sync/changesRecorded', { changes: [insertOf(milk, 1)] }));
    const pulled = reduceSync(typed, wholePull({ collection: 'items', put: [], removed: [] }, [milk.id]));
    expect(Object.keys(pulled.base.tombstones.items)).toEqual([milk.id]);
  });

  test('a whole pull keeps a tombstone that is newer than its start', () => {
    const removed = integrated(putDelta(served(milk, 2)), removalDelta('items', milk.id, 5));
    expect(items(reduceSync(removed, wholePull(putDelta(served(milk, 2)), [])))).toEqual([]);
  });

  test('a first pull keeps no tombstone of an unknown row', () => {
    const pulled = reduceSync(newState, wholePull(removalDelta('items', milk.id, 5)));
    expect(pulled.base.tombstones.items).toEqual({});
  });

  test('a list removed elsewhere while something was added to it leaves an offer with its name and icon', () => {
    const known = reduceSync(pulledState, syncEvent('sync/deltaReceived', { delta: putDelta(served(list, 1)) }));
    const typed = reduceSync(known, syncEvent('sync/changesRecorded', { changes: [insertOf(milk, 1)] }));
    const removed = reduceSync(typed, syncEvent('sync/deltaReceived', { delta: removalDelta('lists', list.id, 2) }));
    expect(recoveryOffers(removed)).toEqual({ [list.id]: { name: 'Dom', icon: 'house', items: [milk] } });
    const untouched = integrate(known, removalDelta('lists', list.id, 2));
    expect(recoveryOffers(untouched)).toEqual({});
  });

  test.each(['constructor', 'toString', '__proto__', ''])('a record that calls itself "%s" is no row', (uuid) => {
    const record = { uuid, documentId: 'd', updatedAt: moment(1), name: 'x', list: listId(1) };
    expect(parseRecord('lists', record)).toBeNull();
    expect(parseRecord('items', { ...record, uuid: milk.id, list: uuid })).toBeNull();
  });
});
