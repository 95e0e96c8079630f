import type { ListId, RowId } from '../../contract/ids';
import { type Collection, hasSameFields, listOf, type ServerRow } from '../../contract/records';
import { type Base, EMPTY, type ListSnapshot, type ServerRows } from './syncState';

/**
 * A base while it is patched. Each part is copied at its first write, so unchanged parts keep their identity, and a
 * patch without news returns the same base.
 */
export interface BaseDraft {
  /** The row in any bucket. An item is searched in `likely` first. */
  find(id: RowId, likely: ListId | null): ServerRow | undefined;
  /** Puts the row into its bucket, and removes it from another list's bucket if it was moved. */
  put(server: ServerRow): void;
  remove(id: RowId): void;
  /** When the row was removed, by the server's clock. Undefined if it was not. */
  removedAt(id: RowId): string | undefined;
  putTombstone(id: RowId, at: string): void;
  deleteTombstone(id: RowId): void;
  /** Removes all items of a list and remembers their tombstones. */
  removeItems(listId: ListId): void;
  /** Remembers of a removed list its name and picture, whose it was, and whether it was removed here for everybody. */
  keepSnapshot(listId: ListId, snapshot: ListSnapshot): void;
  result(): Base;
}

/** A record that is copied at its first write. */
const lazyCopy = <Key extends string, Value>(original: Readonly<Record<Key, Value>>) => {
  let copy: Record<Key, Value> | null = null;
  return {
    read: (): Readonly<Record<Key, Value>> => copy ?? original,
    write: (): Record<Key, Value> => {
      copy ??= { ...original };
      return copy;
    },
  };
};

const MOST_SEARCHES = 10;

/** In which list each item is. Belongs to the newest items that were searched; their next draft takes it over. */
const indexes = new WeakMap<Base['items'], Map<RowId, ListId>>();

const makeIndex = (items: Base['items']): Map<RowId, ListId> => {
  const index = new Map<RowId, ListId>();
  for (const listId of Object.keys(items) as ListId[]) {
    for (const id of Object.keys(items[listId] ?? EMPTY) as RowId[]) index.set(id, listId);
  }
  return index;
};

/** The items of a base while they are patched, in their buckets. */
const draftItems = (original: Base['items']) => {
  const items = lazyCopy(original);
  const buckets = new Map<ListId, ReturnType<typeof lazyCopy<RowId, ServerRow>>>();
  let index = indexes.get(original);
  // The draft changes it, so from now on it is not the original's.
  indexes.delete(original);
  let searches = 0;

  const bucket = (listId: ListId) => {
    const known = buckets.get(listId) ?? lazyCopy<RowId, ServerRow>(original[listId] ?? EMPTY);
    buckets.set(listId, known);
    return known;
  };
  const writeBucket = (listId: ListId): Record<RowId, ServerRow> => {
    const rows = bucket(listId).write();
    items.write()[listId] = rows;
    return rows;
  };

  const rowsIn = (listId: ListId): ServerRows => buckets.get(listId)?.read() ?? original[listId] ?? EMPTY;

  /** The bucket of an item. A few items are searched in each bucket; for more of them an index of all items is built. */
  const homeOf = (id: RowId, likely: ListId | null): ListId | undefined => {
    if (likely && id in rowsIn(likely)) return likely;
    searches += 1;
    const isWorthAnIndex = index !== undefined || searches > MOST_SEARCHES;
    if (!isWorthAnIndex) return (Object.keys(items.read()) as ListId[]).find((listId) => id in rowsIn(listId));
    index ??= makeIndex(items.read());
    return index.get(id);
  };
  const removeFrom = (listId: ListId, id: RowId): void => {
    delete writeBucket(listId)[id];
    index?.delete(id);
  };

  return {
    find: (id: RowId, likely: ListId | null): ServerRow | undefined => {
      const home = homeOf(id, likely);
      return home && rowsIn(home)[id];
    },
    put: (server: ServerRow): void => {
      const { id } = server.row;
      const listId = listOf(server.row);
      const home = homeOf(id, listId);
      if (home && home !== listId) removeFrom(home, id);
      writeBucket(listId)[id] = server;
      index?.set(id, listId);
    },
    remove: (id: RowId): void => {
      const home = homeOf(id, null);
      if (home) removeFrom(home, id);
    },
    /** Removes all items of a list. @returns the removed rows */
    clear: (listId: ListId): readonly (readonly [RowId, ServerRow])[] => {
      const rows = Object.entries<ServerRow>(bucket(listId).read()) as [RowId, ServerRow][];
      if (rows.length > 0) {
        for (const [id] of rows) index?.delete(id);
        buckets.set(listId, lazyCopy<RowId, ServerRow>(EMPTY));
        delete items.write()[listId];
      }
      return rows;
    },
    result: (): Base['items'] => {
      for (const [listId, rows] of buckets) {
        const isEmptied = items.read()[listId] === rows.read() && Object.keys(rows.read()).length === 0;
        if (isEmptied) delete items.write()[listId];
      }
      if (index) indexes.set(items.read(), index);
      return items.read();
    },
  };
};

export const draftBase = (base: Base, collection: Collection): BaseDraft => {
  const isLists = collection === 'lists';
  const lists = lazyCopy(base.lists);
  const items = draftItems(base.items);
  const tombstones = { lists: lazyCopy(base.tombstones.lists), items: lazyCopy(base.tombstones.items) };
  const removedLists = lazyCopy(base.removedLists);

  return {
    find: (id, likely) => (isLists ? lists.read()[id] : items.find(id, likely)),
    put: (server) => {
      if (isLists) lists.write()[server.row.id] = server;
      else items.put(server);
    },
    remove: (id) => {
      if (!isLists) items.remove(id);
      else if (id in lists.read()) delete lists.write()[id];
    },
    removedAt: (id) => tombstones[collection].read()[id],
    putTombstone: (id, at) => {
      tombstones[collection].write()[id] = at;
    },
    deleteTombstone: (id) => {
      delete tombstones[collection].write()[id];
    },
    removeItems: (listId) => {
      for (const [id, { updatedAt }] of items.clear(listId)) tombstones.items.write()[id] = updatedAt;
    },
    keepSnapshot: (listId, snapshot) => {
      removedLists.write()[listId] = snapshot;
    },
    result: () => {
      const removed = { lists: tombstones.lists.read(), items: tombstones.items.read() };
      const next: Base = {
        ...base,
        lists: lists.read(),
        items: items.result(),
        removedLists: removedLists.read(),
        tombstones: hasSameFields(removed, base.tombstones) ? base.tombstones : removed,
      };
      return hasSameFields(next, base) ? base : next;
    },
  };
};
