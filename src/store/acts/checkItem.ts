import { isBlank } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import type { AppThunk } from '../state/appStore';
import { selectItemGroups } from '../view/itemGroups';
import { selectItem } from '../view/viewSelectors';
import { itemChecked } from './intents';

/** What the screen can say about a tick. */
interface Checked {
  readonly item: ItemRow | undefined;
  /** How many items with content are still to buy. */
  readonly toBuy: number;
}

/** Ticks an item or takes the tick back. */
export const checkItem =
  (listId: ListId, itemId: ItemId, done: boolean): AppThunk<Checked> =>
  (dispatch, getState) => {
    dispatch(itemChecked({ listId, itemId, done }));
    const state = getState();
    const toBuy = selectItemGroups(state, listId).open.filter((id) => {
      const item = selectItem(state, listId, id);
      return item && !isBlank(item);
    }).length;
    return { item: selectItem(state, listId, itemId), toBuy };
  };
