import type { ItemId, ListId } from '../../contract/ids';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { selectItem } from '../view/viewSelectors';
import { itemsChecked, itemsDeleted } from './intents';
import { type Removed, removedItem } from './rowThunks';

/** Acts on several items of one list at once. Each is one intent and returns what its undo needs. */

/** Items whose tick was changed, and in whose session that was. */
export interface CheckedItems {
  readonly session: UserData | null;
  readonly listId: ListId;
  readonly itemIds: readonly ItemId[];
  readonly done: boolean;
}

/** Removes the items that are still there. */
export const deleteItems =
  (listId: ListId, itemIds: readonly ItemId[]): AppThunk<Removed> =>
  (dispatch, getState, { session }) => {
    const items = itemIds.flatMap((itemId) => removedItem(getState(), listId, itemId));
    if (items.length > 0) dispatch(itemsDeleted({ listId, itemIds: items.map(({ itemId }) => itemId) }));
    return { session: session.data(), lists: [], items };
  };

/** Ticks items, or takes their ticks back; those that stand so already are left alone. */
export const checkItems =
  (listId: ListId, itemIds: readonly ItemId[], done: boolean): AppThunk<CheckedItems> =>
  (dispatch, getState, { session }) => {
    const state = getState();
    const changed = itemIds.filter((id) => {
      const item = selectItem(state, listId, id);
      return item !== undefined && item.done !== done;
    });
    if (changed.length > 0) dispatch(itemsChecked({ listId, itemIds: changed, done }));
    return { session: session.data(), listId, itemIds: changed, done };
  };

/** Puts the ticks back as they were, except where somebody has changed one since. */
export const undoCheckItems =
  ({ session: checkedIn, listId, itemIds, done }: CheckedItems): AppThunk =>
  (dispatch, _getState, { session }) => {
    if (session.data() === checkedIn) dispatch(checkItems(listId, itemIds, !done));
  };
