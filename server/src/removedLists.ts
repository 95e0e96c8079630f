import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import { ITEM_TEXTS } from '../../src/contract/fields';
import { isInPlaceOf, isTimedUuid, uuidsInPlaceOf } from '../../src/contract/uuids';
import type { Database } from './databasePort';
import type { Executor } from './preparedQuery';
import { aliveItemsQuery } from './recordQueries';
import type { Tables } from './tables';
import { columnsOf, type Fields, fieldsOf, isoOf, type RecordRow } from './wireRecord';

/** How long a removed list can be restored. */
export const REMOVED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A removed row with its content. */
export interface KeptRow {
  readonly uuid: string;
  readonly created_at: number;
  readonly fields: Fields;
}

interface KeptList extends KeptRow {
  readonly items: readonly KeptRow[];
}

type StoredList = Selectable<Tables['removed_lists']>;

/** A removed list as its owner sees it. */
interface RemovedList {
  readonly documentId: string;
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly items: number;
  /** Epoch ms. */
  readonly removedAt: number;
}

/**
 * The rows with new uuids, in the same order (`domain/itemOrder.ts`). The old ones stay removed, because other devices may
 * still have to learn of the removal.
 */
export const withNewUuids = (rows: readonly KeptRow[]): KeptRow[] => {
  const timed = rows.flatMap(({ uuid }) => (isTimedUuid(uuid) ? [uuid] : []));
  const uuids = uuidsInPlaceOf(timed, v7);
  return rows.map((row) => ({ ...row, uuid: uuids.get(row.uuid) ?? v7({ msecs: row.created_at }) }));
};

const keptRow = (collection: 'lists' | 'items', row: RecordRow): KeptRow => ({
  uuid: row.uuid,
  created_at: row.created_at,
  fields: fieldsOf(collection, row),
});

/** The texts of items, without those of blank ones. */
const textsOf = (items: readonly { readonly fields: Fields }[]): ReadonlySet<string> => {
  const rows = items.map(({ fields }) => ITEM_TEXTS.map((name) => fields[name]));
  return new Set(rows.filter((texts) => texts.some((text) => text !== '')).map((texts) => JSON.stringify(texts)));
};

// Written by `keep` alone.
const itemsIn = ({ items }: { readonly items: string }): KeptRow[] => JSON.parse(items) as KeptRow[];

/** The content of removed lists, while they can be restored. Each call is for one user. */
export const makeRemovedLists = (database: Database) => {
  const { db } = database;
  const aliveItemsOf = aliveItemsQuery(database);

  /**
   * The lists that can be restored, the last removed first. It leaves out a list that an undo has made again: a living
   * list stands in its place and has all of its items. If it lacks one that another device had added, the removed list is
   * still offered.
   */
  const restorable = async (user: number, now: number): Promise<StoredList[]> => {
    const rows = await db
      .selectFrom('removed_lists')
      .selectAll()
      .where('user_id', '=', user)
      .where('removed_at', '>', now - REMOVED_KEPT_MS)
      .orderBy('removed_at', 'desc')
      .execute();
    const alive = await db
      .selectFrom('lists')
      .select('uuid')
      .where('user_id', '=', user)
      .where('deleted_at', 'is', null)
      .execute();
    // Each is read once, however many removed lists it may replace.
    const replacements = alive.filter(({ uuid }) => rows.some((row) => isInPlaceOf(uuid, row.uuid)));
    const texts = new Map<string, ReadonlySet<string>>();
    for (const { uuid: list } of replacements) {
      const items = await aliveItemsOf.all(db, { owner: user, list });
      texts.set(list, textsOf(items.map((item) => ({ fields: fieldsOf('items', item) }))));
    }
    const isReplaced = (row: StoredList): boolean => {
      const wanted = [...textsOf(itemsIn(row))];
      return [...texts].some(([list, found]) => isInPlaceOf(list, row.uuid) && wanted.every((text) => found.has(text)));
    };
    return rows.filter((row) => !isReplaced(row));
  };

  return {
    /**
     * Keeps a removed list.
     * @param items the items removed with the list, as they were before
     */
    keep: async (trx: Executor, user: number, list: RecordRow, items: readonly RecordRow[], now: number) => {
      const { uuid, created_at, document_id } = list;
      const values = {
        user_id: user,
        document_id,
        uuid,
        created_at,
        removed_at: now,
        ...columnsOf(fieldsOf('lists', list)),
        items_count: items.length,
        items: JSON.stringify(items.map((item) => keptRow('items', item))),
      };
      await trx.insertInto('removed_lists').values(values).execute();
    },

    /** The lists that can be restored, the last removed first. */
    all: async (user: number, now: number): Promise<RemovedList[]> =>
      (await restorable(user, now)).map(({ document_id, uuid, name, icon, items_count, removed_at }) => ({
        documentId: document_id,
        uuid,
        name,
        icon,
        items: items_count,
        removedAt: removed_at,
      })),

    /** The lists that can be restored, with their content. */
    contents: async (user: number, now: number) =>
      (await restorable(user, now)).map((row) => ({
        ...fieldsOf('lists', row),
        removedAt: isoOf(row.removed_at),
        items: itemsIn(row).map(({ fields }) => fields),
      })),

    /** The old uuid of a stored list; its members are found by it. */
    placeOf: (user: number, documentId: string) =>
      db
        .selectFrom('removed_lists')
        .select('uuid')
        .where('user_id', '=', user)
        .where('document_id', '=', documentId)
        .executeTakeFirst(),

    /** Takes a list from the store; undefined if it is missing or expired. */
    take: async (trx: Executor, user: number, documentId: string, now: number): Promise<KeptList | undefined> => {
      const row = await trx
        .deleteFrom('removed_lists')
        .where('user_id', '=', user)
        .where('document_id', '=', documentId)
        .where('removed_at', '>', now - REMOVED_KEPT_MS)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const { uuid, created_at } = row;
      return { uuid, created_at, fields: fieldsOf('lists', row), items: itemsIn(row) };
    },
  };
};

export type RemovedLists = ReturnType<typeof makeRemovedLists>;
