import type { ListId } from '../../contract/ids';
import type { Sharing } from '../../contract/records';
import type { RootState } from '../state/rootReducer';

/** Whether lists can be shared here. */
export const selectCanShare = (state: RootState): boolean => state.status.capabilities.sharing;

/** What the person is in a shared list; null for a list that is theirs alone, and where nothing is shared. */
export const selectSharing = (state: RootState, listId: ListId): Sharing | null =>
  (selectCanShare(state) && state.data.base.lists[listId]?.sharing) || null;
