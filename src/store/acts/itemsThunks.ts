import type { ItemId, ListId } from '../../contract/ids';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { selectItem } from '../view/viewSelectors';
import { itemsChecked, itemsDeleted } from './intents';
import type { Removed } from './restoredRows';
import { removedItem } from './rowThunks';

/** Acts on several items of one list. Each is one action and returns what its undo needs. */

/** Items whose tick was changed, and the user of that session. */
interface CheckedItems {
  readonly session: UserData | null;
  readonly listId: ListId;
  readonly itemIds: readonly ItemId[];
  readonly done: boolean;
}

/** Removes those of the items that still exist. */
export const deleteItems =
  (listId: ListId, itemIds: readonly ItemId[]): AppThunk<Removed> =>
  (dispatch, getState, { session }) => {
    const items = itemIds.flatMap((itemId) => removedItem(getState(), listId, itemId));
    if (items.length > 0) dispatch(itemsDeleted({ listId, itemIds: items.map(({ itemId }) => itemId) }));
    return { session: session.data(), lists: [], items };
  };

/** Ticks or unticks items. Items that are in that state already do not change. */
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

/** Restores the earlier ticks, except those that somebody has changed since. */
export const undoCheckItems =
  ({ session: checkedIn, listId, itemIds, done }: CheckedItems): AppThunk =>
  (dispatch, _getState, { session }) => {
    if (session.data() === checkedIn) dispatch(checkItems(listId, itemIds, !done));
  };
