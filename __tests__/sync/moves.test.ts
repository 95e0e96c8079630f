import { describe, expect, test } from '@jest/globals';
import type { Fields } from '../../src/contract/records';
import { madeOfBaseId, unchangedFields, withWrite } from '../../src/sync/model/changeLog';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, type Change, type SyncState } from '../../src/sync/model/syncState';
import { movedTo } from '../../src/sync/model/unsent';
import { planPush } from '../../src/sync/plan/planPush';
import {
  aList,
  anItem,
  insertOf,
  listId,
  planOptions,
  pulledState,
  putDelta,
  removeOf,
  served,
  updateOf,
} from '../support/builders';
import { list as from, milk as old, withMilk } from '../support/milkList';
import { makeHost, refuseWith, roundOver, scriptedWire } from '../support/roundOver';

/** An item that was moved to another list: a new row there, and the removal of the old one. */

const to = aList(2);
const moved = anItem(2, listId(2), { description: 'milk' });
const removal: Change = { ...removeOf(old, 1), data: movedTo(moved.id) };
const made = insertOf(moved, 2);

const received = (state: SyncState, ...rows: Parameters<typeof putDelta>): SyncState =>
  reduceSync(state, syncEvent('sync/deltaReceived', { delta: putDelta(...rows) }));
const stored = received(received(pulledState, served(from, 1), served(to, 2)), served(old, 3));
const typed = (...changes: Change[]): SyncState => reduceSync(stored, syncEvent('sync/changesRecorded', { changes }));
const plannedRows = (state: SyncState): readonly string[] =>
  planPush(state, planOptions).requests.map(({ rowId }) => rowId);

describe('the removal of the old row', () => {
  test('waits until the new row is there', () => {
    expect(plannedRows(typed(removal, made))).toEqual([moved.id]);
    expect(plannedRows(received(typed(removal, made), served(moved, 4)))).toEqual([old.id]);
  });

  test('does not wait for a row whose list is being removed, which is not created any more', () => {
    expect(plannedRows(typed(removal, made, removeOf(to, 3)))).toEqual([old.id]);
  });
});

test.each(['a new row', 'a row that is made again after a set back'])(
  'given an unanswered create of %s, then what was changed here counts as sent only for a new one',
  (kind) => {
    const insert = insertOf(old, 1);
    const first = kind === 'a new row' ? insert : { ...insert, id: madeOfBaseId(old.id, '2026-01-01T00:00:00.000Z') };
    const edit = updateOf(old, { quantity: '2 l' }, 6);
    const place = { collection: 'items', listId: first.listId, rowId: old.id } as const;
    const write = { ...place, kind: 'create', key: 'key', fields: {}, changeIds: [first.id, edit.id] } as const;
    const { base, log } = reduceSync(pulledState, syncEvent('sync/changesRecorded', { changes: [first, edit] }));
    const known = unchangedFields({ base, log: withWrite(log, write) }, place);
    expect('quantity' in known).toBe(kind === 'a new row');
  },
);

describe('what others changed in the old row', () => {
  const known: Change = { ...removal, data: movedTo(moved.id, { description: 'milk', quantity: '' }) };
  const carried = (now: Fields, ...changes: Change[]) => {
    const state = received(typed(known, ...changes), served(moved, 4), served({ ...old, ...now } as typeof old, 5));
    return planPush(state, planOptions).carried.map(({ rowId, data }) => ({ rowId, data }));
  };

  test('becomes a change of the new row, which the removal knows from then on', () => {
    expect(carried({ quantity: '2 l' })).toEqual([
      { rowId: moved.id, data: { quantity: '2 l' } },
      { rowId: old.id, data: movedTo(moved.id, { description: 'milk', quantity: '2 l' }) },
    ]);
  });

  test('does not replace what was changed in the new row too', () => {
    expect(carried({ quantity: '2 l' }, updateOf(moved, { quantity: '3 l' }, 6))).toEqual([]);
  });

  test('is not what a set-back server has forgotten', () => {
    const before = madeOfBaseId(old.id, '2026-01-01T00:00:00.000Z');
    expect(carried({ description: 'mil' }, { ...updateOf(old, { description: 'milk' }, 6), id: before })).toEqual([]);
  });
});

test('given a refused new row and an old list that is being removed, then the old row goes before its list', async () => {
  const provider = withMilk('strapi');
  provider.put('lists', { uuid: to.id, name: 'list 2', icon: 'tomato' });
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  device.type({ ...removeOf(old, 4), data: movedTo(moved.id) }, insertOf(moved, 5), removeOf(from, 6));
  await roundOver(device, scriptedWire(provider, { POST: [refuseWith(400)] }));
  expect([provider.alive('items'), provider.alive('lists').length]).toEqual([[], 1]);
  expect(allChanges(device.state().log)).toEqual([]);
});
