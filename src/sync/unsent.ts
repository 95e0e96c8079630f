import type { ListId, RowId } from '../contract/ids';
import type { Collection, ItemRow, Row } from '../contract/records';
import { isBlank } from '../domain/itemOrder';
import { viewRow } from './replayRow';
import { type Change, type RowChanges, type SyncState, serverRowOf } from './syncState';

/** What waits, and what only looks as if it did. */

/** A blank new item stays on this device until it has content. */
export const isWaitingBlank = (collection: Collection, row: Row): boolean =>
  collection === 'items' && isBlank(row as ItemRow);

/** Whether an item's list is neither on the server nor about to be: removed elsewhere, or refused. */
export const isListAbsent = ({ base, log }: SyncState, listId: ListId): boolean =>
  listId in base.gone.lists || !(listId in base.lists || listId in log.lists);

/** Whether its removal waits here. */
export const isListLeaving = ({ log }: SyncState, listId: ListId): boolean =>
  (log.lists[listId] ?? []).some((change) => change.type === 'remove');

/** The rows that still wait to reach the server; blank new rows do not count. */
export const unsentRows = (state: SyncState): RowId[] => {
  const buckets: [Collection, ListId, RowChanges][] = [
    ['lists', '' as ListId, state.log.lists],
    ...Object.entries(state.log.items).map(([id, rows]) => ['items', id, rows] as [Collection, ListId, RowChanges]),
  ];
  return buckets.flatMap(([collection, listId, rows]) =>
    Object.entries<readonly Change[]>(rows).flatMap(([id, changes]) => {
      const rowId = id as RowId;
      const made = viewRow(undefined, changes, false);
      const isNew = made && !isWaitingBlank(collection, made);
      const isUnsent = state.log.marks[rowId] || isNew || serverRowOf(state.base, { collection, listId, rowId });
      return isUnsent ? [rowId] : [];
    }),
  );
};

/** How many there are. */
export const countUnsent = (state: SyncState): number => unsentRows(state).length;
