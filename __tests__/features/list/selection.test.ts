import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ItemId } from '../../../src/contract/ids';
import { withoutGone, withRange, withToggled } from '../../../src/features/list/selection';
import { itemId } from '../../support/builders';

const [a, b, c, d] = [1, 2, 3, 4].map(itemId) as [ItemId, ItemId, ItemId, ItemId];
const ORDER = [a, b, c, d];

describe('a selection', () => {
  test('takes a row in and out, and is none when its last row is out', () => {
    const one = withToggled(null, a);
    const two = withToggled(one, c);
    expect([...(two?.ids ?? [])]).toEqual([a, c]);
    expect([...(withToggled(two, a)?.ids ?? [])]).toEqual([c]);
    expect(withToggled(one, a)).toBeNull();
  });

  test('reaches from the last row touched to this one, up or down, and keeps what was selected', () => {
    const start = withToggled(withToggled(null, d), b);
    expect([...withRange(start, a, ORDER).ids]).toEqual([d, b, a]);
    expect([...withRange(withToggled(null, b), d, ORDER).ids]).toEqual([b, c, d]);
    expect([...withRange(null, c, ORDER).ids]).toEqual([c]);
  });

  test('starts at this row where the last one touched is gone', () => {
    const start = withToggled(null, itemId(9));
    expect([...withRange(start, b, ORDER).ids]).toEqual([itemId(9), b]);
  });

  test('loses rows that are gone, and stays the same object where none is', () => {
    const both = withRange(withToggled(null, a), b, ORDER);
    expect(withoutGone(both, () => true)).toBe(both);
    expect([...(withoutGone(both, (id) => id === b)?.ids ?? [])]).toEqual([b]);
    expect(withoutGone(both, () => false)).toBeNull();
  });

  test('is what an odd number of taps left, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER)), (taps) => {
        const odd = ORDER.filter((id) => taps.filter((tap) => tap === id).length % 2 === 1);
        const selection = taps.reduce(withToggled, null as ReturnType<typeof withToggled>);
        expect(new Set(selection?.ids)).toEqual(new Set(odd));
      }),
    );
  });
});
