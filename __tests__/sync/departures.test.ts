import { describe, expect, test } from '@jest/globals';
import { makeDepartures } from '../../src/sync/departures';
import { syncEvent } from '../../src/sync/syncEvents';
import type { Change } from '../../src/sync/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';

const item = anItem(1, listId(1));
const other = anItem(2, listId(1));

const dropOf = (...changes: Change[]) =>
  syncEvent('sync/changesDropped', {
    dropped: changes.map(({ collection, rowId, id }) => ({ collection, rowId, listId: listId(1), changeIds: [id] })),
  });

describe('changes that are told after they left', () => {
  const departures = makeDepartures();
  departures.note(dropOf(updateOf(item, {}, 5)));
  const heardOf = (...changes: Change[]) => departures.withoutDeparted({ changes, replaced: [] }).changes;

  test('are not heard again, nor is what was folded into them', () => {
    expect(heardOf(insertOf(item, 3), updateOf(item, {}, 5))).toEqual([]);
  });

  test('keep nothing else from being heard: newer ones, those of other tabs and those of other rows', () => {
    const changes = [updateOf(item, {}, 6), updateOf(item, {}, 4, 'b'), insertOf(other, 4)];
    expect(heardOf(...changes)).toEqual(changes);
  });
});
