import { asItemId, asListId, type ItemId, type ListId } from '../../contract/ids';
import { type Placed, timeAfter } from '../../domain/itemOrder';
import type { Ports } from '../state/ports';
import type { RootState } from '../state/rootReducer';
import { selectItem, selectItemIds, selectList, selectListIds } from '../view/viewSelectors';

/**
 * A new row comes after all rows that its device knows, even if another device whose clock is ahead created them. So the
 * time in its id is that of the clock, or just after the last row (as in a Lamport clock).
 */
const idAfter = (last: Placed | undefined, { now, newId }: Pick<Ports, 'now' | 'newId'>): string => {
  const time = last ? timeAfter(last) : null;
  return time !== null && time > now() ? newId(time) : newId();
};

/** Ids for new items of a list, in their order, after all items of the list. */
export const newItemIds = (state: RootState, listId: ListId, count: number, ports: Ports): ItemId[] => {
  const lastId = selectItemIds(state, listId).at(-1);
  const last = lastId && selectItem(state, listId, lastId);
  return Array.from({ length: count }, () => asItemId(idAfter(last, ports)));
};

/** The id of a new list, after all lists. */
export const newListId = (state: RootState, ports: Ports): ListId => {
  const lastId = selectListIds(state).at(-1);
  return asListId(idAfter(lastId && selectList(state, lastId), ports));
};
