import type { ListId, RowId } from '../contract/ids';
import { type ListRow, listOf, type ServerRow } from '../contract/records';
import {
  type Base,
  changesOf,
  type Delta,
  EMPTY,
  type LostList,
  type RowChanges,
  type ServerRows,
  type SyncState,
} from './syncState';

type Rows = Record<RowId, ServerRow>;

/** Copies a bucket at its first write, and only then: a delta that tells nothing new returns the same base. */
const writableBuckets = (base: Base) => {
  let lists: Rows | null = null;
  let items: Record<ListId, ServerRows> | null = null;
  const copied = new Map<ListId, Rows>();
  const bucketOf = (listId: ListId): Rows => {
    const known = copied.get(listId);
    if (known) return known;
    const rows: Rows = { ...(base.items[listId] ?? EMPTY) };
    items ??= { ...base.items };
    items[listId] = rows;
    copied.set(listId, rows);
    return rows;
  };
  return {
    readList: (id: RowId): ServerRow | undefined => (lists ?? base.lists)[id],
    lists: (): Rows => {
      lists ??= { ...base.lists };
      return lists;
    },
    readItems: (): Readonly<Record<ListId, ServerRows>> => items ?? base.items,
    bucket: bucketOf,
    dropBucket: (listId: ListId): void => {
      items ??= { ...base.items };
      delete items[listId];
      copied.delete(listId);
    },
    result: (): Base => {
      for (const [listId, rows] of copied) if (Object.keys(rows).length === 0 && items) delete items[listId];
      return lists || items ? { ...base, lists: lists ?? base.lists, items: items ?? base.items } : base;
    },
  };
};

/** The list whose bucket holds the item: found by looking, because an item is moved between lists almost never. */
const bucketHolding = (items: Readonly<Record<ListId, ServerRows>>, id: RowId): ListId | null =>
  (Object.keys(items) as ListId[]).find((listId) => items[listId]?.[id]) ?? null;

const hasInserts = (rows: RowChanges): boolean =>
  Object.values<RowChanges[RowId]>(rows).some((changes) => changes.some((change) => change.type === 'insert'));

const isSame = (a: ServerRow, b: ServerRow): boolean =>
  a.updatedAt === b.updatedAt && a.documentId === b.documentId && JSON.stringify(a.row) === JSON.stringify(b.row);

/**
 * Patches base with a delta; the log and the view above it are untouched. Twice equals once; an older row neither replaces a
 * newer one nor brings back a removed one; a list that goes takes its items with it. The same reference when nothing is new.
 */
export const integrate = (state: SyncState, delta: Delta): SyncState => {
  const { base } = state;
  const buckets = writableBuckets(base);
  const isLists = delta.collection === 'lists';
  let gone: Record<RowId, string> | null = null;
  let goneItems: Record<RowId, string> | null = null;
  let lost: Record<ListId, LostList> | null = null;
  const removedAt = (id: RowId): string | undefined => (gone ?? base.gone[delta.collection])[id];

  for (const server of delta.put) {
    const { id } = server.row;
    const dead = removedAt(id);
    if (dead !== undefined && server.updatedAt <= dead) continue;
    const home = isLists ? null : bucketHolding(buckets.readItems(), id);
    const known = isLists ? buckets.readList(id) : home ? buckets.readItems()[home]?.[id] : undefined;
    if (known && (server.updatedAt < known.updatedAt || isSame(known, server))) continue;
    if (dead !== undefined) {
      gone ??= { ...base.gone[delta.collection] };
      delete gone[id];
    }
    if (isLists) {
      buckets.lists()[id] = server;
    } else {
      const listId = listOf(server.row);
      if (home && home !== listId) delete buckets.bucket(home)[id];
      buckets.bucket(listId)[id] = server;
    }
  }

  for (const { id, updatedAt } of delta.removed) {
    const home = isLists ? null : bucketHolding(buckets.readItems(), id);
    const known = isLists ? buckets.readList(id) : home ? buckets.readItems()[home]?.[id] : undefined;
    const at = updatedAt ?? known?.updatedAt ?? '';
    if (known && at < known.updatedAt) continue;
    const dead = removedAt(id);
    if (dead === undefined || dead < at) {
      gone ??= { ...base.gone[delta.collection] };
      gone[id] = at;
    }
    if (home) delete buckets.bucket(home)[id];
    if (!isLists) continue;
    const listId = id as ListId;
    const orphans = Object.entries<ServerRow>(buckets.readItems()[listId] ?? EMPTY);
    if (orphans.length) {
      goneItems ??= { ...base.gone.items };
      for (const [item, server] of orphans) goneItems[item as RowId] = server.updatedAt;
    }
    if (known && hasInserts(changesOf(state.log, 'items', listId))) {
      lost ??= { ...base.lost };
      lost[listId] = { name: (known.row as ListRow).name, icon: (known.row as ListRow).icon, items: [] };
    }
    if (orphans.length) buckets.dropBucket(listId);
    if (known) delete buckets.lists()[id];
  }

  const patched = buckets.result();
  if (patched === base && !gone && !goneItems) return state;
  const nextGone = isLists
    ? { lists: gone ?? base.gone.lists, items: goneItems ?? base.gone.items }
    : { lists: base.gone.lists, items: gone ?? base.gone.items };
  return {
    ...state,
    base: { ...patched, gone: gone || goneItems ? nextGone : base.gone, lost: lost ?? base.lost },
  };
};
