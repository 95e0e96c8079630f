import type { ListId, RowId } from '../../contract/ids';
import { refusedInsert } from '../../sync/model/unsent';
import type { RootState } from '../state/rootReducer';
import { selectSessionPhase } from '../state/sessionSlice';
import { selectAreItemsAwaited, selectHasReadLists, selectIsOnline } from '../state/syncSlice';
import { selectRecoveryOffers } from './recoveryOffers';
import { selectHasPulled, selectItemIds, selectList } from './viewSelectors';

/**
 * - loading: the stored data were not read yet, or a list that is not stored was not pulled yet
 * - shown: the list and its items are here (or it has none)
 * - missing: there is no such list
 */
export type ListPresence = 'loading' | 'shown' | 'missing';

export const selectListPresence = (state: RootState, listId: ListId): ListPresence => {
  if (selectSessionPhase(state) !== 'open') return 'loading';
  if (selectList(state, listId)) return selectAreItemsKnown(state, listId) ? 'shown' : 'loading';
  const isLookedFor = selectHasReadLists(state) || !selectIsOnline(state) || selectIsRemovedHere(state, listId);
  return isLookedFor ? 'missing' : 'loading';
};

/** Whether it is known if a list is empty: it has items here, was made here, or all items were pulled. */
export const selectAreItemsKnown = (state: RootState, listId: ListId): boolean =>
  selectItemIds(state, listId).length > 0 ||
  isMadeHere(state, listId) ||
  (selectHasPulled(state) && !selectAreItemsAwaited(state));

/** A list that was created on this device has no items anywhere else. */
const isMadeHere = ({ data: { log } }: RootState, listId: ListId): boolean =>
  log.lists[listId]?.some(({ type }) => type === 'insert') ?? false;

/** True if this browser removed the list and the server has not confirmed it yet. */
export const selectIsRemovedHere = ({ data: { log } }: RootState, listId: ListId): boolean =>
  log.lists[listId]?.some(({ type }) => type === 'remove') ?? false;

/** True for a new row that the server did not accept. */
export const selectIsRefused = ({ data }: RootState, id: RowId): boolean => refusedInsert(data, id) !== undefined;

/** True for a removed list about which the person is asked what to keep. */
export const selectIsAskedAbout = (state: RootState, listId: ListId): boolean => listId in selectRecoveryOffers(state);
