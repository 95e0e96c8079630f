import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ItemId } from '../../../src/contract/ids';
import { type Selection, withoutGone, withRange, withToggled } from '../../../src/features/list/selection';
import { itemId } from '../../support/builders';
import { lawRuns } from '../../support/lawRuns';

const [a, b, c, d] = [1, 2, 3, 4].map(itemId) as [ItemId, ItemId, ItemId, ItemId];
const ORDER = [a, b, c, d];

describe('a selection', () => {
  test('adds and removes a row, and ends without rows', () => {
    const one = withToggled(null, a);
    const two = withToggled(one, c);
    expect([...(two?.ids ?? [])]).toEqual([a, c]);
    expect([...(withToggled(two, a)?.ids ?? [])]).toEqual([c]);
    expect(withToggled(one, a)).toBeNull();
  });

  test('extends from the last touched row to this one and keeps earlier rows', () => {
    const start = withToggled(withToggled(null, d), b);
    expect([...withRange(start, a, ORDER).ids]).toEqual([d, b, a]);
    expect([...withRange(withToggled(null, b), d, ORDER).ids]).toEqual([b, c, d]);
    expect([...withRange(null, c, ORDER).ids]).toEqual([c]);
  });

  test('starts at this row when the last touched one was removed', () => {
    const start = withToggled(null, itemId(9));
    expect([...withRange(start, b, ORDER).ids]).toEqual([itemId(9), b]);
  });

  test('loses removed rows, and keeps its identity when none was removed', () => {
    const both = withRange(withToggled(null, a), b, ORDER);
    expect(withoutGone(both, () => true)).toBe(both);
    expect([...(withoutGone(both, (id) => id === b)?.ids ?? [])]).toEqual([b]);
    expect(withoutGone(both, () => false)).toBeNull();
  });

  test('given that the row selected last is removed, then a row that is still there starts the range and takes Tab', () => {
    const both = withToggled(withToggled(null, a), b);
    expect(both?.from).toBe(b);
    expect(withoutGone(both as Selection, (id) => id !== b)).toEqual({ ids: new Set([a]), from: a });
    const deselected = withToggled(both, b);
    expect(withoutGone(deselected as Selection, (id) => id !== b)).toEqual({ ids: new Set([a]), from: a });
  });

  test('holds the rows with an odd number of taps, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER)), (taps) => {
        const odd = ORDER.filter((id) => taps.filter((tap) => tap === id).length % 2 === 1);
        const selection = taps.reduce(withToggled, null as ReturnType<typeof withToggled>);
        expect(new Set(selection?.ids)).toEqual(new Set(odd));
      }),
      lawRuns(100),
    );
  });
});
