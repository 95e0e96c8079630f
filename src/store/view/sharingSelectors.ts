import type { ListId } from '../../contract/ids';
import type { Sharing } from '../../contract/records';
import type { RootState } from '../state/rootReducer';

/** Whether lists can be shared here. */
export const selectCanShare = (state: RootState): boolean => state.capabilities.offered.sharing;

/** The person's role in a shared list, as the provider gave it with the list. Null for a list that only they have. */
export const selectSharing = (state: RootState, listId: ListId): Sharing | null =>
  state.data.base.lists[listId]?.sharing ?? null;
