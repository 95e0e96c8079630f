import { asItemId, type ItemId, type ListId } from '../../contract/ids';
import { firstItemLock } from '../../contract/storageKeys';
import type { AppThunk } from '../state/appStore';
import { selectItemIds, selectList } from '../view/viewSelectors';
import { blankAdded } from './intents';

/** Gives a list without items its one empty item; null, and nothing done, where it has items or is gone. */
export const addFirstItem =
  (listId: ListId): AppThunk<ItemId | null> =>
  (dispatch, getState, { ports }) => {
    const state = getState();
    if (!selectList(state, listId) || selectItemIds(state, listId).length > 0) return null;
    const itemId = asItemId(ports.newId());
    dispatch(blankAdded({ listId, itemId }));
    return itemId;
  };

/** What a window adds reaches the others within this time, who need none then. */
const OTHER_WINDOW_MS = 500;

/** The same from a window that is not in use: the one in use goes first, and of all others one after the other. */
export const addFirstItemInTurn =
  (listId: ListId, signal: AbortSignal): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports }) => {
    const add = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, OTHER_WINDOW_MS));
      if (!signal.aborted) dispatch(addFirstItem(listId));
    };
    // Given up while it waits for its turn.
    await ports.lock(firstItemLock(listId), signal, add).catch(() => undefined);
  };
