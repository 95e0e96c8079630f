import { listOf } from '../contract/records';
import { changesOf, type RowPlace, type SyncState, serverRowOf } from './syncState';
import { isListLeaving } from './unsent';

/**
 * Whether an item was to go with its list, and another program had taken it out of that by then: it goes with no list it is not in.
 * Nobody can tell any more whether its removal was meant for itself; then the item stays, for it can be removed again.
 */
export const isLeftOut = (state: SyncState, place: RowPlace): boolean => {
  const { collection, listId, rowId } = place;
  if (collection === 'lists' || !(isListLeaving(state, listId) || listId in state.base.gone.lists)) return false;
  const server = serverRowOf(state.base, place);
  const changes = changesOf(state.log, collection, listId)[rowId] ?? [];
  return server !== undefined && listOf(server.row) !== listId && changes.some(({ type }) => type === 'remove');
};
