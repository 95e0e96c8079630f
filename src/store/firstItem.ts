import type { ItemId, ListId } from '../contract/ids';
import type { AppThunk } from './appStore';
import { addItem } from './rowThunks';
import { selectItemIds, selectList } from './viewSelectors';

/** Gives a list without items its one empty item; null, and nothing done, where it has items or is gone. */
export const addFirstItem =
  (listId: ListId): AppThunk<ItemId | null> =>
  (dispatch, getState) => {
    const state = getState();
    return selectList(state, listId) && selectItemIds(state, listId).length === 0 ? dispatch(addItem(listId)) : null;
  };
