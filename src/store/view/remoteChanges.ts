import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import type { ServerRows } from '../../sync/model/syncState';
import type { RootState } from '../state/rootReducer';

/** One list's items at a moment: the server's rows, and the rows on screen. */
export interface ListMoment {
  readonly serverRows: ServerRows | undefined;
  readonly items: Readonly<Record<ItemId, ItemRow>>;
}

export const selectServerRows = (state: RootState, listId: ListId): ListMoment['serverRows'] =>
  state.data.base.items[listId];

interface RemoteChanges {
  /** Rows that the server changed, added or removed. Removed rows are as they were before. */
  readonly changed: readonly ItemRow[];
  /** Those of them that were ticked on another device. */
  readonly ticked: readonly ItemRow[];
  /** Those of them that are gone. */
  readonly removed: readonly ItemRow[];
}

const NONE: RemoteChanges = { changed: [], ticked: [], removed: [] };

/**
 * What another device changed between two moments. A row counts if both its server row and its shown row changed. The
 * answer to one's own change does not change the shown row, and another tab's change does not change the server row.
 */
export const remoteChanges = (before: ListMoment, now: ListMoment): RemoteChanges => {
  if (before.serverRows === now.serverRows || before.items === now.items) return NONE;
  const was = before.items;
  const is = now.items;
  const ids = new Set([...Object.keys(before.serverRows ?? {}), ...Object.keys(now.serverRows ?? {})] as ItemId[]);
  const differing = [...ids].filter((id) => before.serverRows?.[id] !== now.serverRows?.[id] && was[id] !== is[id]);
  const changed = differing.flatMap((id) => is[id] ?? was[id] ?? []);
  const ticked = differing.flatMap((id) => (was[id] && !was[id].done && is[id]?.done ? [is[id]] : []));
  const removed = differing.flatMap((id) => (is[id] ? [] : (was[id] ?? [])));
  return { changed, ticked, removed };
};
