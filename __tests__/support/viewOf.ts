import type { ListId, RowId } from '../../src/contract/ids';
import type { Collection, Row } from '../../src/contract/records';
import { viewRow } from '../../src/sync/model/replayRow';
import type { SyncState } from '../../src/sync/model/syncState';

/** One row as the user sees it. */
export const viewOf = ({ base, log }: SyncState, collection: Collection, listId: ListId, id: RowId): Row | null => {
  const rows = collection === 'lists' ? base.lists : base.items[listId];
  const changes = collection === 'lists' ? log.lists : log.items[listId];
  return id in base.tombstones[collection] ? null : viewRow(rows?.[id], changes?.[id]);
};
