import { generateNKeysBetween } from 'fractional-indexing';
import type { ItemId } from '../contract/ids';
import { LONGEST_ORDER_KEY } from '../contract/orderKey';
import { type Placed, placeOf } from './itemOrder';

type PlacedItem = Placed & { readonly id: ItemId };

interface Order {
  readonly itemId: ItemId;
  readonly order: string;
}

/** Null if there is no room: both rows have the same place, or the keys would be too long. */
const keysBetween = (before: string | null, after: string | null, count: number): string[] | null => {
  if (before !== null && after !== null && before >= after) return null;
  const keys = generateNKeysBetween(before, after, count);
  return keys.every(({ length }) => length <= LONGEST_ORDER_KEY) ? keys : null;
};

/**
 * Gives items new places right after a row, in their order. Two devices may have moved items to the same place. Then
 * there is no room between those items, and the following rows get new places too, as few as possible.
 * @param before the row before the items; undefined at the start
 * @param following the rows after the items, in order
 * @returns the new places of the items, and of the following rows that had to move; empty if there are no other rows
 */
export const placeBetween = (
  before: Placed | undefined,
  itemIds: readonly ItemId[],
  following: readonly PlacedItem[],
): readonly Order[] => {
  if (!before && following.length === 0) return [];
  const start = before ? placeOf(before) : null;
  for (let taken = 0; taken <= following.length; taken += 1) {
    const after = following[taken];
    const keys = keysBetween(start, after ? placeOf(after) : null, itemIds.length + taken);
    if (!keys) continue;
    const ids = [...itemIds, ...following.slice(0, taken).map(({ id }) => id)];
    return ids.map((itemId, index) => ({ itemId, order: keys[index] ?? '' }));
  }
  return [];
};
