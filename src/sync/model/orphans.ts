import { isBlank } from '../../contract/fields';
import type { ListId, RowId } from '../../contract/ids';
import { type ItemRow, makeRow, type Row } from '../../contract/records';
import { reduceRow } from './replayRow';
import { type Change, changesOf, EMPTY, isMadeOfBase, type ListSnapshot, type SyncState } from './syncState';
import { isListGone, refusedInsert } from './unsent';

/**
 * Orphans are items that were added here and never sent, and whose list was removed or refused. Their changes stay unsent
 * in the log until the person keeps or discards them. If the list comes back, they are sent like all others.
 */

const NAMELESS: ListSnapshot = { name: '', icon: 'tomato' };

/**
 * The item as it was added. Null if there is nothing to keep: it was removed here, it is blank, or the server had it
 * and removed it with its list.
 */
export const orphanRow = (
  { base }: SyncState,
  listId: ListId,
  rowId: RowId,
  changes: readonly Change[],
): ItemRow | null => {
  const inserts = changes.filter(({ type }) => type === 'insert');
  const isInserted = inserts.length > 0;
  // The item was removed with its list, unless a server that was set back has forgotten both.
  if (rowId in base.tombstones.items && !inserts.some(isMadeOfBase)) return null;
  if (!isInserted && base.items[listId]?.[rowId]) return null;
  // An edit without an insert: the blank row was removed, and its first typed text came later.
  const start: Row | null = isInserted ? null : makeRow('items', rowId, listId, {});
  const row = changes.reduce(reduceRow, start) as ItemRow | null;
  return row && !isBlank(row) ? row : null;
};

/** A list that is gone, and its items that the person can keep. */
interface RecoveryOffer extends ListSnapshot {
  /** The server refused to create the list. Nobody has removed it. */
  readonly isRefused?: boolean;
  readonly items: readonly ItemRow[];
}

const refusedSnapshot = (state: SyncState, listId: ListId): ListSnapshot | undefined =>
  refusedInsert(state, listId)?.data as unknown as ListSnapshot | undefined;

/**
 * An item with an in-flight write may have arrived just before the removal, and was removed with its list. It is not
 * offered.
 */
const offeredItems = (state: SyncState, listId: ListId): readonly ItemRow[] =>
  Object.entries<readonly Change[]>(changesOf(state.log, 'items', listId)).flatMap(([id, changes]) => {
    const rowId = id as RowId;
    const row = rowId in state.log.inFlight ? null : orphanRow(state, listId, rowId, changes);
    return row ? [row] : [];
  });

/** The removed and the refused lists with items that can be kept. */
export const recoveryOffers = (state: SyncState): Readonly<Record<ListId, RecoveryOffer>> => {
  const listIds = (Object.keys(state.log.items) as ListId[]).filter((listId) => isListGone(state, listId));
  const offers = listIds.flatMap((listId): [ListId, RecoveryOffer][] => {
    const items = offeredItems(state, listId);
    const snapshot = state.base.removedLists[listId] ?? refusedSnapshot(state, listId) ?? NAMELESS;
    const { name, icon, isOthers } = snapshot;
    const isRefused = !(listId in state.base.tombstones.lists);
    const why = { ...(isOthers && { isOthers }), ...(isRefused && { isRefused }) };
    return items.length ? [[listId, { name, icon, ...why, items }]] : [];
  });
  return offers.length ? Object.fromEntries(offers) : EMPTY;
};
