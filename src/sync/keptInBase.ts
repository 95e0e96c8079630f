import type { ListId } from '../contract/ids';
import type { Base, LostItem, LostList, Refusal, SyncOperation } from './syncState';

/** What both hold stands as it is known here; a refusal goes by its first change, as everywhere. */
const joined = <Entry>(
  stored: readonly Entry[],
  known: readonly Entry[],
  nameOf: (entry: Entry) => unknown,
): Entry[] => {
  const names = new Set(known.map(nameOf));
  return [...stored.filter((entry) => !names.has(nameOf(entry))), ...known];
};

/** An early build offered items without their ids. */
const itemName = ({ id, ...fields }: LostItem): string => id ?? JSON.stringify(fields);

const withOffers = (stored: Base['lost'], known: Base['lost']): Base['lost'] => {
  const offers = Object.entries<LostList>(known).map(([id, offer]): [string, LostList] => {
    const before = stored[id as ListId]?.items ?? [];
    return [id, { ...offer, items: joined<LostItem>(before, offer.items, itemName) }];
  });
  return { ...stored, ...Object.fromEntries(offers) };
};

/**
 * What base is the only copy of, refusals, offers of lost lists, the record of rounds and how far this device has counted, out of
 * a stored one that could not be read when this tab began, or began to lead, and that it is about to write over. All else the server has told anew,
 * unless it was not asked yet. Twice is once.
 */
export const withKept = (base: Base, stored: Base): Base => ({
  ...(base.cursors.items === null ? stored : base),
  lost: withOffers(stored.lost, base.lost),
  refused: joined<Refusal>(stored.refused, base.refused, ({ changes }) => changes[0]?.id),
  operations: joined<SyncOperation>(stored.operations, base.operations, ({ id }) => id),
  lamport: Math.max(stored.lamport, base.lamport),
});
