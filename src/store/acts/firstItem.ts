import { asItemId, type ItemId, type ListId } from '../../contract/ids';
import type { AppThunk } from '../state/appStore';
import { selectItemIds, selectList } from '../view/viewSelectors';
import { blankAdded } from './intents';

/** Adds the one empty item to a list without items. Does nothing and returns null if the list has items or is gone. */
export const addFirstItem =
  (listId: ListId): AppThunk<ItemId | null> =>
  (dispatch, getState, { ports }) => {
    const state = getState();
    if (!selectList(state, listId) || selectItemIds(state, listId).length > 0) return null;
    const itemId = asItemId(ports.newId());
    dispatch(blankAdded({ listId, itemId }));
    return itemId;
  };
