import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asItemId, type ItemId } from '../../src/contract/ids';
import { isOrderKey, LONGEST_ORDER_KEY } from '../../src/contract/orderKey';
import { inPlaceOrder, type Placed, placeOf } from '../../src/domain/itemOrder';
import { placeBetween } from '../../src/domain/placeBetween';
import { timedUuid } from '../support/builders';
import { compareRows } from '../support/compareRows';
import { lawRuns } from '../support/lawRuns';

type Item = Placed & { readonly id: ItemId };

const NOW = Date.parse('2026-03-01T08:00:00.000Z');
const itemAt = (ms: number, order = ''): Item => ({ id: asItemId(timedUuid(ms)), createdAt: null, order });
const [a, b, c, d] = [itemAt(NOW), itemAt(NOW + 1), itemAt(NOW + 2), itemAt(NOW + 3)] as const;

/** What stands on the screen after the item was moved to that place. */
const moved = (items: readonly Item[], from: number, to: number): { items: Item[]; writes: number } => {
  const item = items[from] as Item;
  const others = items.filter((other) => other !== item);
  const orders = new Map(
    placeBetween(others[to - 1], [item.id], others.slice(to)).map(({ itemId, order }) => [itemId, order]),
  );
  const next = items.map((one) => ({ ...one, order: orders.get(one.id) ?? one.order ?? '' }));
  return { items: inPlaceOrder(next), writes: orders.size };
};
const idsOf = (items: readonly Item[]): ItemId[] => items.map(({ id }) => id);

/** Ids of this app, also several of one millisecond, and of other programs, with and without a known time. */
const anyItem: fc.Arbitrary<Item> = fc.record({
  id: fc
    .oneof(fc.integer({ min: NOW, max: NOW + 20 }).map(timedUuid), fc.uuid({ version: 7 }), fc.uuid({ version: 4 }))
    .map(asItemId),
  createdAt: fc.option(fc.integer({ min: 0, max: NOW }).map((ms) => new Date(ms).toISOString())),
  order: fc.constant(''),
});
const anyItems = (minLength: number) => fc.uniqueArray(anyItem, { selector: ({ id }) => id, minLength, maxLength: 12 });
const anyMoves = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 30 });

describe('an item that is moved by hand', () => {
  test('has its new place with one write: at the start, in the middle, at the end', () => {
    for (const [from, to, wanted] of [
      [3, 0, [d, a, b, c]],
      [0, 1, [b, a, c, d]],
      [0, 3, [b, c, d, a]],
    ] as const) {
      const { items, writes } = moved([a, b, c, d], from, to);
      expect(idsOf(items)).toEqual(idsOf(wanted));
      expect(writes).toBe(1);
    }
  });

  test('is followed by what is added later', () => {
    const { items } = moved([a, b, c], 0, 2);
    expect(idsOf(inPlaceOrder([itemAt(NOW + 60_000), ...items])).at(-1)).toBe(itemAt(NOW + 60_000).id);
  });

  test('given any moves in a row, then the order is as moved, with valid keys', () => {
    fc.assert(
      fc.property(anyItems(1), anyMoves, (start, moves) => {
        let items = inPlaceOrder(start);
        for (const [from, to] of moves) {
          const ids = idsOf(items);
          const [id] = ids.splice(from % ids.length, 1);
          ids.splice(to % (ids.length + 1), 0, id as ItemId);
          items = moved(items, from % items.length, to % items.length).items;
          expect(idsOf(items)).toEqual(ids);
        }
        for (const { order } of items) expect(order === '' || isOrderKey(order ?? '')).toBe(true);
      }),
      lawRuns(100),
    );
  });

  test('given moves on two devices, then both show the same order, whichever write comes last', () => {
    const move = fc.tuple(fc.nat(), fc.nat());
    fc.assert(
      fc.property(anyItems(2), fc.array(fc.tuple(move, move), { maxLength: 8 }), (start, rounds) => {
        let items = inPlaceOrder(start);
        for (const [[from1, to1], [from2, to2]] of rounds) {
          const one = moved(items, from1 % items.length, to1 % items.length).items;
          const two = moved(items, from2 % items.length, to2 % items.length).items;
          const placeIn = (rows: readonly Item[], id: ItemId) => rows.find((row) => row.id === id)?.order ?? '';
          const merged = items.map((item) => {
            const second = placeIn(two, item.id);
            return { ...item, order: second === item.order ? placeIn(one, item.id) : second };
          });
          items = inPlaceOrder(merged);
          expect(idsOf(inPlaceOrder([...merged].reverse()))).toEqual(idsOf(items));
        }
      }),
      lawRuns(100),
    );
  });

  test('fits between two rows with equal keys; the later one gets a new key', () => {
    const twins = [itemAt(NOW, 'i0VXEx1nQ0V'), itemAt(NOW + 1, 'i0VXEx1nQ0V')];
    const { items, writes } = moved([...twins, itemAt(NOW + 9)], 2, 1);
    expect(idsOf(items)).toEqual(idsOf([twins[0] as Item, itemAt(NOW + 9), twins[1] as Item]));
    expect(writes).toBe(2);
  });

  test('fits between two rows again and again, without a key over the limit', () => {
    let items: Item[] = [a, b, c];
    for (let time = 0; time < 2000; time += 1) items = moved(items, 2, 1).items;
    for (const item of items) expect(placeOf(item).length).toBeLessThanOrEqual(LONGEST_ORDER_KEY);
  });

  test('with an invalid key counts as not moved', () => {
    expect(compareRows(itemAt(NOW, 'zzz'), b)).toBe(-1);
    expect(placeOf(itemAt(NOW, 'i00'))).toBe(placeOf(a));
  });
});
