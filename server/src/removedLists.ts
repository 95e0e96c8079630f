import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { ITEM_TEXTS } from '../../src/contract/fields';
import { isTimedUuid, PLACE_CHARACTERS } from '../../src/contract/records';
import type { Database } from './databasePort';
import type { Executor } from './preparedQuery';
import { aliveItemsQuery } from './recordQueries';
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

/** A removed list as its owner sees it. */
interface RemovedList {
  readonly documentId: string;
  readonly name: string;
  readonly icon: string;
  readonly items: number;
  /** Epoch ms. */
  readonly removedAt: number;
}

/**
 * A new uuid with the same position in the order (`domain/itemOrder.ts`). The old one stays removed, because other
 * devices may still have to learn of the removal.
 */
export const uuidInPlaceOf = ({ uuid, created_at }: Pick<KeptRow, 'uuid' | 'created_at'>): string =>
  isTimedUuid(uuid) ? uuid.slice(0, PLACE_CHARACTERS) + randomBytes(3).toString('hex') : v7({ msecs: created_at });

const keptRow = (collection: 'lists' | 'items', row: RecordRow): KeptRow => ({
  uuid: row.uuid,
  created_at: row.created_at,
  fields: fieldsOf(collection, row),
});

/** The uuids of all lists that take each other's place. */
const inPlaceOf = (uuid: string): string => `${uuid.slice(0, PLACE_CHARACTERS)}%`;

/** The texts of items, without those of blank ones. */
const textsOf = (items: readonly RecordRow[]): ReadonlySet<string> => {
  const rows = items.map((item) => fieldsOf('items', item)).map((fields) => ITEM_TEXTS.map((name) => fields[name]));
  return new Set(rows.filter((texts) => texts.some((text) => text !== '')).map((texts) => JSON.stringify(texts)));
};

/** The content of removed lists, while they can be restored. Each call is for one user. */
export const makeRemovedLists = (database: Database) => {
  const { db } = database;
  const aliveItemsOf = aliveItemsQuery(database);

  /**
   * Whether another list has the place of this one, with all of its items: an undo may create the new list before it
   * removes the old one. What another device has added to the old one meanwhile is only there.
   */
  const isReplaced = async (
    trx: Executor,
    owner: number,
    uuid: string,
    items: readonly RecordRow[],
  ): Promise<boolean> => {
    if (!isTimedUuid(uuid)) return false;
    const others = await trx
      .selectFrom('lists')
      .select('uuid')
      .where('user_id', '=', owner)
      .where('uuid', 'like', inPlaceOf(uuid))
      .where('uuid', '<>', uuid)
      .where('deleted_at', 'is', null)
      .execute();
    const wanted = [...textsOf(items)];
    for (const { uuid: list } of others) {
      const texts = textsOf(await aliveItemsOf.all(trx, { owner, list }));
      if (wanted.every((text) => texts.has(text))) return true;
    }
    return false;
  };

  return {
    /**
     * Keeps a removed list, unless another one has its place and its items.
     * @param items the items removed with the list, as they were before
     */
    keep: async (trx: Executor, user: number, list: RecordRow, items: readonly RecordRow[], now: number) => {
      const { uuid, created_at, document_id } = list;
      if (await isReplaced(trx, user, uuid, items)) return;
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

    /** Deletes the stored list when a new list takes its place: the removal was undone, or the list was restored. */
    forgetInPlaceOf: async (trx: Executor, user: number, uuid: string) => {
      if (!isTimedUuid(uuid)) return;
      await trx
        .deleteFrom('removed_lists')
        .where('user_id', '=', user)
        .where('uuid', 'like', inPlaceOf(uuid))
        .execute();
    },

    /** The lists that can be restored, the last removed first. */
    all: async (user: number, now: number): Promise<RemovedList[]> => {
      const rows = await db
        .selectFrom('removed_lists')
        .select(['document_id', 'name', 'icon', 'items_count', 'removed_at'])
        .where('user_id', '=', user)
        .where('removed_at', '>', now - REMOVED_KEPT_MS)
        .orderBy('removed_at', 'desc')
        .execute();
      return rows.map(({ document_id, name, icon, items_count, removed_at }) => ({
        documentId: document_id,
        name,
        icon,
        items: items_count,
        removedAt: removed_at,
      }));
    },

    /** The lists that can be restored, with their content. */
    contents: async (user: number, now: number) => {
      const rows = await db
        .selectFrom('removed_lists')
        .selectAll()
        .where('user_id', '=', user)
        .where('removed_at', '>', now - REMOVED_KEPT_MS)
        .orderBy('removed_at', 'desc')
        .execute();
      return rows.map((row) => ({
        ...fieldsOf('lists', row),
        removedAt: isoOf(row.removed_at),
        // Written by `keep` alone.
        items: (JSON.parse(row.items) as KeptRow[]).map(({ fields }) => fields),
      }));
    },

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
      // Written by `keep` alone.
      return { uuid, created_at, fields: fieldsOf('lists', row), items: JSON.parse(row.items) as KeptRow[] };
    },
  };
};

export type RemovedLists = ReturnType<typeof makeRemovedLists>;
