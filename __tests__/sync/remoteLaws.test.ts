import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ServerRow } from '../../src/contract/records';
import { integrate } from '../../src/sync/model/integrate';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import type { Base, Delta, SyncState } from '../../src/sync/model/syncState';
import { anyDelta, anyFieldsOf, anyHistory, anyServed, WORLD } from '../support/arbitraries';
import { collectionOf, moment, newState, putDelta, removalDelta, served } from '../support/builders';
import { deepFreeze } from '../support/deepFreeze';
import { lawRuns } from '../support/lawRuns';
import { runEvents } from '../support/runEvents';

const rowsOf = ({ lists, items, tombstones }: Base) => ({ lists, items, tombstones });
const find = ({ base }: SyncState, { row }: ServerRow): ServerRow | undefined =>
  'listId' in row ? base.items[row.listId]?.[row.id] : base.lists[row.id];

describe('law 2: one door for remote data', () => {
  test('a pull, a push answer and a stream event of the same rows leave the same base', () => {
    fc.assert(
      fc.property(anyHistory, anyDelta, anyServed, (history, delta, { row }) => {
        const start = runEvents(history);
        const place = { collection: collectionOf(row), listId: 'listId' in row ? row.listId : row.id, rowId: row.id };
        const doors = [
          syncEvent('sync/deltaReceived', { delta }),
          syncEvent('sync/rowSettled', { ...place, changeIds: [], delta }),
          syncEvent('sync/pulled', { delta, isWhole: false, cursor: moment(1), forget: [], roundStartedAt: 1 }),
        ];
        const [first, ...others] = doors.map((event) => rowsOf(reduceSync(start, event).base));
        for (const other of others) expect(other).toEqual(first);
      }),
      lawRuns(400),
    );
  });
});

/** Each row's life as the server tells it: versions with growing times, at the end perhaps a tombstone. */
const anyServerStory = fc
  .tuple(
    ...WORLD.map((row) =>
      fc.tuple(fc.array(anyFieldsOf(row), { minLength: 1, maxLength: 4 }), fc.boolean()).map(([edits, dies]) => {
        const start = 100 * WORLD.indexOf(row) + 1;
        const deltas = edits.map((fields, index) => putDelta(served({ ...row, ...fields }, start + index)));
        const end = removalDelta(collectionOf(row), row.id, 5000 + start);
        return dies ? [...deltas, end] : deltas;
      }),
    ),
  )
  .map((lives): Delta[] => {
    const [firstList, secondList] = lives;
    const isDead = (life: Delta[] | undefined) => (life?.at(-1)?.removed.length ?? 0) > 0;
    /** A list takes its items with it, and the server says so of each. */
    return lives.flatMap((life, index) => {
      const row = WORLD[index];
      const list = index < 2 ? undefined : index < 4 ? firstList : secondList;
      const end = row && isDead(list) && !isDead(life) ? [removalDelta('items', row.id, 5000 + 100 * index)] : [];
      return [...life, ...end];
    });
  });

describe('law 5: everything may arrive twice, late or in any order', () => {
  test('integrating twice equals once', () => {
    fc.assert(
      fc.property(anyHistory, anyDelta, (history, delta) => {
        const once = deepFreeze(integrate(runEvents(history), delta));
        expect(rowsOf(integrate(once, delta).base)).toEqual(rowsOf(once.base));
      }),
      lawRuns(400),
    );
  });

  test('every event applied twice equals once', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        runEvents(history, (_, event, now) => expect(reduceSync(now, event)).toEqual(now));
      }),
      lawRuns(400),
    );
  });

  test('given the same events in any order, with repeats, then rows and tombstones are the same', () => {
    const scene = anyServerStory.chain((story) =>
      fc.tuple(
        fc.constant(story),
        fc.shuffledSubarray(story, { minLength: story.length }),
        fc.array(fc.constantFrom(...story), { maxLength: 10 }),
      ),
    );
    fc.assert(
      fc.property(scene, ([story, shuffled, repeats]) => {
        const rowsAfter = (deltas: readonly Delta[]) => rowsOf(deltas.reduce(integrate, newState).base);
        expect(rowsAfter([...shuffled, ...repeats])).toEqual(rowsAfter(story));
      }),
      lawRuns(400),
    );
  });

  test('an older row neither replaces a newer one nor brings back a removed one', () => {
    fc.assert(
      fc.property(anyHistory, anyServed, fc.nat(20), (history, server, lag) => {
        const start = runEvents(history);
        const late = { ...server, updatedAt: moment(lag) };
        const after = integrate(start, putDelta(late));
        const before = find(start, server);
        const removedAt = start.base.tombstones[collectionOf(server.row)][server.row.id];
        if (before && late.updatedAt < before.updatedAt) expect(find(after, server)).toBe(before);
        if (removedAt !== undefined && late.updatedAt <= removedAt) expect(find(after, server)).toBeUndefined();
      }),
      lawRuns(400),
    );
  });

  test('it does not mutate its input and does not throw', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        runEvents(history);
      }),
      lawRuns(400),
    );
  });
});
