import { describe, expect, test } from '@jest/globals';
import type { ServerRow } from '../../src/contract/records';
import { integrate } from '../../src/sync/model/integrate';
import type { Change, SyncState } from '../../src/sync/model/syncState';
import { countUnsent } from '../../src/sync/model/unsent';
import { aList, anItem, insertOf, itemId, listId, pulledState, putDelta, served } from '../support/builders';

/** What one event must not do for each row that it does not concern. */

const withBucket = (state: SyncState, rows: Readonly<Record<string, ServerRow>>): SyncState => ({
  ...state,
  base: { ...state.base, items: { [listId(1)]: rows } },
});

describe('given many rows that an event does not concern', () => {
  test('when a new row comes for another list, then their lists are not walked through', () => {
    const rows = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => anItem(at + 1, listId(1))).map((row) => [row.id, served(row, 1)]),
    );
    let walks = 0;
    const watched = new Proxy(rows, {
      ownKeys: (target) => {
        walks += 1;
        return Reflect.ownKeys(target);
      },
    });
    const next = integrate(withBucket(pulledState, watched), putDelta(served(anItem(99, listId(2)), 2)));
    expect(Object.keys(next.base.items[listId(2)] ?? {})).toEqual([anItem(99, listId(2)).id]);
    expect(walks).toBe(0);
  });

  test('when waiting rows are counted again, then a row without a new change is not replayed', () => {
    let replays = 0;
    const watch = (change: Change): Change =>
      Object.defineProperty({ ...change }, 'data', {
        get: () => {
          replays += 1;
          return change.data;
        },
      });
    const changes = [1, 2, 3].map((at) => watch(insertOf(anItem(at, listId(1), { description: `item ${at}` }), at)));
    const waiting = Object.fromEntries(changes.map((change) => [change.rowId, [change]]));
    const state: SyncState = {
      base: integrate(pulledState, putDelta(served(aList(1), 1))).base,
      log: { ...pulledState.log, items: { [listId(1)]: waiting } },
    };
    expect(countUnsent(state)).toBe(3);
    const before = replays;
    const { [itemId(1)]: _, ...others } = waiting;
    expect(countUnsent({ ...state, log: { ...state.log, items: { [listId(1)]: others } } })).toBe(2);
    expect(replays).toBe(before);
  });
});
