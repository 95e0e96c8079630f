import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { integrate } from '../../src/sync/model/integrate';
import type { Delta, SyncState } from '../../src/sync/model/syncState';
import { aList, anItem, listId, moment, newState, served } from '../support/builders';
import { deepFreeze } from '../support/deepFreeze';
import { lawRuns } from '../support/lawRuns';

const anyNumber = fc.nat(3);
const anyItem = fc.record({ number: fc.nat(15), list: anyNumber, ticks: fc.nat(40) });
const anyRemoval = fc.record({ number: fc.nat(15), ticks: fc.option(fc.nat(40), { nil: null }) });
/** Each row at most once, as the server sends it. */
const manyOf = <Row extends { readonly number: number }>(any: fc.Arbitrary<Row>) =>
  fc.uniqueArray(any, { selector: ({ number }) => number, maxLength: 16, size: 'max' });
const at = (ticks: number | null): string | null => (ticks === null ? null : moment(ticks));

/** Many items, so that an index is made, or one removed list. */
const anyLargeDelta: fc.Arbitrary<Delta> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(manyOf(anyItem), manyOf(anyRemoval)).map(
      ([put, removed]): Delta => ({
        collection: 'items',
        put: put.map(({ number, list, ticks }) => served(anItem(number, listId(list)), ticks)),
        removed: removed.map(({ number, ticks }) => ({ id: anItem(number, listId(0)).id, updatedAt: at(ticks) })),
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ number: anyNumber, ticks: fc.nat(40) }).map(
      ({ number, ticks }): Delta => ({
        collection: 'lists',
        put: [],
        removed: [{ id: aList(number).id, updatedAt: moment(ticks) }],
      }),
    ),
  },
);

/** One row at a time into a copy: no copy has an index, and one row is too few to make one. */
const searching = (state: SyncState, { collection, put, removed }: Delta): SyncState =>
  [
    ...put.map((row): Delta => ({ collection, put: [row], removed: [] })),
    ...removed.map((row): Delta => ({ collection, put: [], removed: [row] })),
  ].reduce((now, part) => integrate(structuredClone(now), part), state);

test('given states that follow from any earlier one, then the index finds what a search of every list finds', () => {
  const anyStep = fc.tuple(fc.nat(3), anyLargeDelta);
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20, size: 'max' }), (steps) => {
      const states = [newState];
      for (const [back, delta] of steps) {
        const start = states.at(-1 - back) ?? newState;
        const next = deepFreeze(integrate(start, delta));
        expect(next.base).toEqual(searching(start, delta).base);
        if (isDeepStrictEqual(next, start)) expect(next).toBe(start);
        states.push(next);
      }
    }),
    lawRuns(200),
  );
});
