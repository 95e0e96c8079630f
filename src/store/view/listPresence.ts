import type { ListId } from '../../contract/ids';
import type { RootState } from '../state/rootReducer';
import { selectSessionPhase } from '../state/sessionSlice';
import { selectAreItemsAwaited, selectHasReadLists, selectIsOnline } from '../state/syncSlice';
import { selectRecoveryOffers } from './recoveryOffers';
import { selectHasPulled, selectItemIds, selectList } from './viewSelectors';

/**
 * - loading: the stored data are not read yet, or what is not stored was not looked for on the server yet
 * - shown: the list is here, and so are its items (or it has none)
 * - missing: there is no such list
 */
export type ListPresence = 'loading' | 'shown' | 'missing';

export const selectListPresence = (state: RootState, listId: ListId): ListPresence => {
  if (selectSessionPhase(state) !== 'open') return 'loading';
  if (selectList(state, listId)) return selectAreItemsKnown(state, listId) ? 'shown' : 'loading';
  const isLookedFor = selectHasReadLists(state) || !selectIsOnline(state) || selectIsRemovedHere(state, listId);
  return isLookedFor ? 'missing' : 'loading';
};

/** Whether a list that has no items here has none at all. */
export const selectAreItemsKnown = (state: RootState, listId: ListId): boolean =>
  selectItemIds(state, listId).length > 0 ||
  isMadeHere(state, listId) ||
  (selectHasPulled(state) && !selectAreItemsAwaited(state));

/** A list that was made on this device has no items anywhere else. */
const isMadeHere = ({ data: { log } }: RootState, listId: ListId): boolean =>
  log.lists[listId]?.some(({ type }) => type === 'insert') ?? false;

/** True when it was this browser that removed the list; false once the server has confirmed it, or for anyone else's removal. */
export const selectIsRemovedHere = ({ data: { log } }: RootState, listId: ListId): boolean =>
  log.lists[listId]?.some(({ type }) => type === 'remove') ?? false;

/** True for a list that is gone and of which the person is asked what to keep. */
export const selectIsAskedAbout = (state: RootState, listId: ListId): boolean => listId in selectRecoveryOffers(state);
