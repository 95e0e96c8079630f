import type { ItemId, ListId } from '../../contract/ids';
import { placeBetween } from '../../domain/placeBetween';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { selectItem } from '../view/viewSelectors';
import { type ItemOrder, itemReordered } from './intents';

/** Items that got new places, and the user of that session. */
interface Reordered {
  readonly session: UserData | null;
  readonly listId: ListId;
  readonly before: readonly ItemOrder[];
  readonly after: readonly ItemOrder[];
}

/**
 * Moves an item within its section.
 * @param section the rows in their order on screen, with the item. A row that is gone may stand there while it is edited
 * @param index its new place among the others, from 0
 * @returns null if the item is at this place already, or is gone
 */
export const reorderItem =
  (listId: ListId, itemId: ItemId, section: readonly ItemId[], index: number): AppThunk<Reordered | null> =>
  (dispatch, getState, { session }) => {
    const rowOf = (id: ItemId) => selectItem(getState(), listId, id);
    if (!rowOf(itemId) || section.indexOf(itemId) === index) return null;
    const drawn = section.filter((id) => id !== itemId);
    const there = (ids: readonly ItemId[]) => ids.flatMap((id) => rowOf(id) ?? []);
    const after = placeBetween(there(drawn.slice(0, index)).at(-1), [itemId], there(drawn.slice(index)));
    const before = after.map(({ itemId: id }) => ({ itemId: id, order: rowOf(id)?.order ?? '' }));
    if (after.length === 0) return null;
    dispatch(itemReordered({ listId, orders: after }));
    return { session: session.data(), listId, before, after };
  };

/** Moves the items back, except those that somebody has moved since. */
export const undoReorder =
  ({ session: movedIn, listId, before, after }: Reordered): AppThunk =>
  (dispatch, getState, { session }) => {
    if (session.data() !== movedIn) return;
    const orders = before.filter(
      ({ itemId }, at) => selectItem(getState(), listId, itemId)?.order === after[at]?.order,
    );
    if (orders.length > 0) dispatch(itemReordered({ listId, orders }));
  };
