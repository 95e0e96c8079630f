import type { ListId, RowId } from '../contract/ids';
import type { ItemRow, Row } from '../contract/records';
import { isBlank } from '../domain/itemOrder';
import { reduceRow } from '../sync/replayRow';
import type { Change } from '../sync/syncState';
import type { RootState } from './rootReducer';
import { selectSessionPhase } from './sessionSlice';
import { selectAreItemsAwaited, selectHasReadLists, selectIsOnline } from './syncSlice';
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

/**
 * True for a list removed elsewhere whose unsent additions the person is, or is about to be, asked about. What is on its way
 * may arrive yet, just before the list went: then it went with it, and nobody asks.
 */
export const selectIsAskedAbout = ({ data: { base, log } }: RootState, listId: ListId): boolean => {
  const offered = base.lost[listId];
  if (!offered) return false;
  const unsent = Object.entries<readonly Change[]>(log.items[listId] ?? {})
    .filter(([id]) => !log.marks[id as RowId])
    .map(([, changes]) => changes.reduce<Row | null>(reduceRow, null));
  return offered.items.length > 0 || unsent.some((row) => row !== null && !isBlank(row as ItemRow));
};
