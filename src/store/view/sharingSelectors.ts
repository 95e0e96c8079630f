import type { ListId } from '../../contract/ids';
import type { Sharing } from '../../contract/records';
import type { RootState } from '../state/rootReducer';

/** Whether lists can be shared here. */
export const selectCanShare = (state: RootState): boolean => state.capabilities.offered.sharing;

/** The person's role in a shared list. Null for a list that only they have, and without sharing. */
export const selectSharing = (state: RootState, listId: ListId): Sharing | null =>
  (selectCanShare(state) && state.data.base.lists[listId]?.sharing) || null;
