import { expect, test } from '@jest/globals';
import { reduceSync } from '../../src/sync/reduceSync';
import { syncEvent } from '../../src/sync/syncEvents';
import type { Base, SyncState } from '../../src/sync/syncState';
import { insertOf, listId, moment, pulledState, putDelta, removalDelta, served, updateOf } from '../support/builders';
import { list, milk } from '../support/milkList';

/** What a tab takes from the disk that another tab wrote, and did not live to tell of. */

const known = [served(list, 1), served(milk, 2)].reduce(
  (state, row) => reduceSync(state, syncEvent('sync/deltaReceived', { delta: putDelta(row) })),
  pulledState,
);
const reading = (state: SyncState, base: Base): SyncState =>
  reduceSync(state, syncEvent('sync/stored', { base, log: state.log }));

test('a refusal that another tab kept on the disk is there to be seen', () => {
  const refused = [{ changes: [insertOf(milk, 1)], status: 400, message: 'too long', time: 1 }];
  expect(reading(known, { ...known.base, refused }).base.refused).toEqual(refused);
});

test('a lost list that another tab kept on the disk is offered', () => {
  const lost = { [listId(2)]: { name: 'Apteka', icon: 'cat', items: [] } };
  expect(reading(known, { ...known.base, lost }).base.lost).toEqual(lost);
});

test('a row that another tab heard was removed goes, and no older word brings it back', () => {
  const { base } = reduceSync(known, syncEvent('sync/deltaReceived', { delta: removalDelta('items', milk.id, 5) }));
  const read = reading(known, base);
  expect(read.base.items[listId(1)]?.[milk.id]).toBeUndefined();
  const late = reduceSync(read, syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, 4)) }));
  expect(late.base.items[listId(1)]?.[milk.id]).toBeUndefined();
});

test('a base that is behind takes back no newer row, and nothing that was typed', () => {
  const newer = served({ ...milk, description: 'oat milk' }, 6);
  const state = [
    syncEvent('sync/deltaReceived', { delta: putDelta(newer) }),
    syncEvent('sync/changesRecorded', { changes: [updateOf(milk, { quantity: '2' }, 1)] }),
  ].reduce(reduceSync, known);
  const read = reading(state, known.base);
  expect(read.base.items[listId(1)]?.[milk.id]).toMatchObject({ row: newer.row, updatedAt: moment(6) });
  expect(read.log).toEqual(state.log);
});
