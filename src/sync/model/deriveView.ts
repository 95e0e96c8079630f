import type { ListId, RowId } from '../../contract/ids';
import { hasSameFields, type Row } from '../../contract/records';
import { inPlaceOrder, type Placed } from '../../domain/itemOrder';
import { viewRow } from './replayRow';
import {
  type Base,
  EMPTY,
  emptyTable,
  type RowChanges,
  type ServerRows,
  type SyncState,
  type TableView,
  type View,
} from './syncState';

interface Sources {
  readonly rows: ServerRows;
  readonly changes: RowChanges;
  readonly tombstones: Base['tombstones']['lists'];
}

/** The keys with a different object in `now` than in `was`. */
const changedKeys = <Key extends string, Value>(
  was: Readonly<Record<Key, Value>>,
  now: Readonly<Record<Key, Value>>,
): Key[] => {
  if (was === now) return [];
  const changed = (Object.keys(now) as Key[]).filter((id) => was[id] !== now[id]);
  const gone = (Object.keys(was) as Key[]).filter((id) => !(id in now));
  return gone.length ? changed.concat(gone) : changed;
};

/** Whether a changed row keeps its place. */
const isInPlace = (before: Placed, after: Placed): boolean =>
  before.createdAt === after.createdAt && (before.order ?? '') === (after.order ?? '');

/** One table, recomputed only for changed sources. The same object if no visible change happened. */
const deriveTable = (table: TableView, was: Sources, now: Sources): TableView => {
  const touched = new Set([
    ...changedKeys<RowId, unknown>(was.rows, now.rows),
    ...changedKeys<RowId, unknown>(was.changes, now.changes),
  ]);
  if (was.tombstones !== now.tombstones) for (const id of Object.keys(now.changes) as RowId[]) touched.add(id);
  let rows: Record<RowId, Row> | null = null;
  let hasSameIds = true;
  let isSorted = true;
  for (const id of touched) {
    const before = table.rows[id];
    const after = id in now.tombstones ? null : viewRow(now.rows[id], now.changes[id]);
    if (after ? before && hasSameFields(before, after) : !before) continue;
    rows ??= { ...table.rows };
    if (after) rows[id] = after;
    else delete rows[id];
    hasSameIds &&= before !== undefined && after !== null;
    isSorted &&= !before || !after || isInPlace(before, after);
  }
  if (!rows) return table;
  if (hasSameIds && isSorted) return { rows, ids: table.ids };
  const ids = inPlaceOrder(Object.values<Row>(rows)).map((row) => row.id);
  return ids.length ? { rows, ids } : emptyTable;
};

const listSources = ({ base, log }: SyncState): Sources => ({
  rows: base.lists,
  changes: log.lists,
  tombstones: base.tombstones.lists,
});
const itemSources = ({ base, log }: SyncState, listId: ListId): Sources => ({
  rows: base.items[listId] ?? EMPTY,
  changes: log.items[listId] ?? EMPTY,
  tombstones: base.tombstones.items,
});

/**
 * The view of `now`, computed from the view of `was`. The result equals a replay of the whole log over the whole base,
 * but its cost depends only on what changed. Unchanged rows and tables, and an unchanged view, keep their identity.
 */
export const deriveView = (view: View, was: SyncState, now: SyncState): View => {
  if (was.base === now.base && was.log === now.log) return view;
  const lists = deriveTable(view.lists, listSources(was), listSources(now)) as View['lists'];
  let items: Record<ListId, TableView> | null = null;
  const buckets = new Set<ListId>([
    ...changedKeys<ListId, unknown>(was.base.items, now.base.items),
    ...changedKeys<ListId, unknown>(was.log.items, now.log.items),
    ...(was.base.tombstones.items === now.base.tombstones.items ? [] : (Object.keys(now.log.items) as ListId[])),
  ]);
  for (const listId of buckets) {
    const before: TableView = view.items[listId] ?? emptyTable;
    const after = deriveTable(before, itemSources(was, listId), itemSources(now, listId));
    if (after === before) continue;
    items ??= { ...view.items };
    if (after.ids.length) items[listId] = after;
    else delete items[listId];
  }
  if (!items && lists === view.lists) return view;
  return { lists, items: (items ?? view.items) as View['items'] };
};
