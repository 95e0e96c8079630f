import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import type { ServerRows, TableView } from '../../sync/model/syncState';
import type { RootState } from '../state/rootReducer';

/** One list's items at a moment: the server's rows, and the rows on screen. */
export interface ListMoment {
  readonly told: ServerRows | undefined;
  readonly shown: TableView<ItemRow> | undefined;
}

export const selectTold = (state: RootState, listId: ListId): ListMoment['told'] => state.data.base.items[listId];
export const selectShown = (state: RootState, listId: ListId): ListMoment['shown'] => state.items[listId];

interface RemoteChanges {
  /** Rows that the server changed, added or removed. Removed rows are as they were before. */
  readonly changed: readonly ItemRow[];
  /** Those of them that were ticked on another device. */
  readonly ticked: readonly ItemRow[];
}

const NONE: RemoteChanges = { changed: [], ticked: [] };

/**
 * What another device changed between two moments. A row counts if both its server row and its shown row changed. The
 * answer to one's own change does not change the shown row, and another tab's change does not change the server row.
 */
export const remoteChanges = (before: ListMoment, now: ListMoment): RemoteChanges => {
  if (before.told === now.told || before.shown === now.shown) return NONE;
  const was = before.shown?.rows ?? {};
  const is = now.shown?.rows ?? {};
  const ids = new Set([...Object.keys(before.told ?? {}), ...Object.keys(now.told ?? {})] as ItemId[]);
  const differing = [...ids].filter((id) => before.told?.[id] !== now.told?.[id] && was[id] !== is[id]);
  const changed = differing.flatMap((id) => is[id] ?? was[id] ?? []);
  const ticked = differing.flatMap((id) => (was[id] && !was[id].done && is[id]?.done ? [is[id]] : []));
  return { changed, ticked };
};
