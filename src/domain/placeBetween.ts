import { generateNKeysBetween } from 'fractional-indexing';
import type { ItemId } from '../contract/ids';
import { LONGEST_ORDER_KEY } from '../contract/orderKey';
import { type Placed, placeOf } from './itemOrder';

type PlacedItem = Placed & { readonly id: ItemId };

interface Order {
  readonly itemId: ItemId;
  readonly order: string;
}

/** Null where there is no room: between rows of one place, or where keys would grow too long. */
const keysBetween = (before: string | null, after: string | null, count: number): string[] | null => {
  if (before !== null && after !== null && before >= after) return null;
  const keys = generateNKeysBetween(before, after, count);
  return keys.every(({ length }) => length <= LONGEST_ORDER_KEY) ? keys : null;
};

/**
 * Where items are to stand, in their order, between two rows. Two devices may have moved items to one place, which then stand by
 * id with no room between them: there the rows that follow get new places too, as few as it takes.
 * @param before the row they come right after; none at the start
 * @param following the rows that come after them, in order
 * @returns the new place of each item, and of the rows that follow where it takes those; nothing where no other row is
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
