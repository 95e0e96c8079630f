import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { asItemId } from '../../src/contract/ids';
import { idsAfter } from '../../src/domain/idsAfter';
import { inPlaceOrder } from '../../src/domain/itemOrder';
import { lawRuns } from '../support/lawRuns';

const at = (msecs: number, seq = 0): string => v7({ msecs, seq });
const fresh = (count: number): string[] => Array.from({ length: count }, (_, index) => at(9_000_000, index));
const ordered = (ids: readonly string[]): string[] =>
  inPlaceOrder(ids.map((id) => ({ id: asItemId(id), createdAt: null }))).map(({ id }) => id);

/** The list after a paste of so many rows at each place in turn; the place is taken modulo the rows there are. */
const pastedAt = (start: readonly string[], pastes: readonly (readonly [place: number, count: number])[]) => {
  let ids = [...start];
  for (const [place, count] of pastes) {
    const index = place % (ids.length - 1);
    const [before, next] = [ids[index], ids[index + 1]];
    if (before === undefined || next === undefined) throw new Error('no such place');
    const added = idsAfter(before, next, fresh(count));
    if (added) ids = [...ids.slice(0, index + 1), ...added, ...ids.slice(index + 1)];
  }
  return ids;
};

describe('rows pasted after a row', () => {
  test('stand right after it and in their order, wherever it is and however often', () => {
    const pastes = fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 60 })), { maxLength: 6 });
    fc.assert(
      fc.property(pastes, (places) => {
        const ids = pastedAt([at(1000), at(2000), at(2000, 1), at(2000, 2), at(3000)], places);
        expect(ordered(ids)).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      lawRuns(100),
    );
  });

  test('find room for 2,000 between rows of one paste, and again between those', () => {
    const ids = pastedAt(
      [at(1000), at(1000, 1)],
      [
        [0, 2000],
        [1000, 200],
      ],
    );
    expect(ids).toHaveLength(2202);
    expect(ordered(ids)).toEqual(ids);
  });

  test('have no place after the id of another program, which carries no time', () => {
    expect(idsAfter('3f0c9a52-6b1e-4c55-9d1e-0a4b6f1d2e33', at(1000), fresh(1))).toBeNull();
  });

  test('have no place where there is no room', () => {
    const before = at(1000).slice(0, 26);
    expect(idsAfter(`${before}0000000001`, `${before}0000000003`, fresh(1))).toBeNull();
  });
});
