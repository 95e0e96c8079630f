import type { ListId, RowId } from '../../contract/ids';
import { hasSameFields, type ListRow, listOf, type ServerRow } from '../../contract/records';
import { type BaseDraft, draftBase } from './baseDraft';
import { type Delta, EMPTY, REMOVED_HERE, type SyncState } from './syncState';
import { isListRemovalWaiting } from './unsent';

const isSame = (a: ServerRow, b: ServerRow): boolean =>
  a.updatedAt === b.updatedAt && a.documentId === b.documentId && hasSameFields(a.row, b.row);

/** Whether a record with this time is no news about the row. */
const isOutdated = (known: ServerRow, updatedAt: string, { setBack }: Delta): boolean =>
  updatedAt < known.updatedAt && setBack?.[known.row.id] !== known.updatedAt;

const putRow = (draft: BaseDraft, server: ServerRow, delta: Delta): void => {
  const { id } = server.row;
  const tombstone = draft.removedAt(id);
  if (tombstone !== undefined && server.updatedAt <= tombstone && delta.setBack?.[id] !== tombstone) return;
  const known = draft.find(id, listOf(server.row));
  if (known && (isOutdated(known, server.updatedAt, delta) || isSame(known, server))) return;
  if (tombstone !== undefined) draft.deleteTombstone(id);
  draft.put(server);
};

const removeRow = (
  draft: BaseDraft,
  state: SyncState,
  { id, updatedAt }: Delta['removed'][number],
  delta: Delta,
): void => {
  const known = draft.find(id, null);
  const removedAt = updatedAt ?? known?.updatedAt ?? '';
  if (known && isOutdated(known, removedAt, delta)) return;
  // If the row was known with a later time, late messages of that time are older than this removal.
  const at = known && removedAt < known.updatedAt ? known.updatedAt : removedAt;
  const tombstone = draft.removedAt(id);
  const isTimeNew = tombstone === REMOVED_HERE && updatedAt !== null;
  if (tombstone === undefined || tombstone < at || isTimeNew) draft.putTombstone(id, at);
  draft.remove(id);
  if (delta.collection !== 'lists') return;
  const listId = id as ListId;
  draft.removeItems(listId);
  if (!known) return;
  const { name, icon } = known.row as ListRow;
  const isOthers = known.sharing?.role === 'member';
  const isRemovedHere = isListRemovalWaiting(state, listId);
  draft.keepSnapshot(listId, { name, icon, ...(isOthers && { isOthers }), ...(isRemovedHere && { isRemovedHere }) });
};

const forgetRow = (draft: BaseDraft, id: RowId, updatedAt: string): void => {
  if (draft.find(id, null)?.updatedAt === updatedAt) draft.remove(id);
};

/**
 * Patches base with a delta; the log is unchanged. Applying it twice equals once. An older row never replaces a newer
 * one and never restores a removed one, unless the server itself was set back. The removal of a list removes its items.
 * Returns the same object if nothing is new.
 */
export const integrate = (state: SyncState, delta: Delta): SyncState => {
  const draft = draftBase(state.base, delta.collection);
  for (const server of delta.put) putRow(draft, server, delta);
  for (const removed of delta.removed) removeRow(draft, state, removed, delta);
  for (const [id, updatedAt] of Object.entries<string>(delta.lost ?? EMPTY)) forgetRow(draft, id as RowId, updatedAt);
  const base = draft.result();
  return base === state.base ? state : { ...state, base };
};
