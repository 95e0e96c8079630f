import { asItemId, type ItemId, type ListId } from '../../contract/ids';
import { firstItemLock } from '../../contract/storageKeys';
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

/** An item that one window adds reaches the others within this time, and then they add none. */
const OTHER_WINDOW_MS = 500;

/** The same for a window that is not in use. The window in use goes first, and the others follow one by one. */
export const addFirstItemInTurn =
  (listId: ListId, signal: AbortSignal): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports }) => {
    const add = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, OTHER_WINDOW_MS));
      if (!signal.aborted) dispatch(addFirstItem(listId));
    };
    // The wait for the lock was cancelled.
    await ports.lock(firstItemLock(listId), signal, add).catch(() => undefined);
  };
