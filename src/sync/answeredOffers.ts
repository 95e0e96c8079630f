import type { ListId } from '../contract/ids';
import type { Base, LostItem, LostList } from './syncState';

/**
 * What this tab knows to be answered of the offers of lost lists: who leads may not have written that yet, or may never, and base
 * as it is read from the disk would ask again. Only the very words that were answered are: what is typed there later is new.
 */
export interface AnsweredOffers {
  note(listId: ListId, offer: LostList | undefined): void;
  /** A base that was read, without them. */
  without(base: Base): Base;
}

export const makeAnsweredOffers = (): AnsweredOffers => {
  const answered = new Set<string>();
  const nameOf = (listId: ListId, item: LostItem): string => JSON.stringify([listId, Object.entries(item).sort()]);

  return {
    note: (listId, offer) => {
      for (const item of offer?.items ?? []) answered.add(nameOf(listId, item));
    },
    without: (base) => {
      const offers = Object.entries(base.lost).map(([id, offer]): [ListId, LostList] => {
        const listId = id as ListId;
        return [listId, { ...offer, items: offer.items.filter((item) => !answered.has(nameOf(listId, item))) }];
      });
      return { ...base, lost: Object.fromEntries(offers.filter(([, { items }]) => items.length > 0)) };
    },
  };
};
