import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { isTimedUuid } from '../../src/contract/records';
import type { Database } from './databasePort';
import type { Executor } from './preparedQuery';
import { type Fields, fieldsOf, isoOf, type RecordRow } from './wireRecord';

/** So long a removed list can be brought back. */
export const REMOVED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A row that was removed, with what a person wrote. */
export interface KeptRow {
  readonly uuid: string;
  readonly created_at: number;
  readonly fields: Fields;
}

export interface KeptList extends KeptRow {
  readonly items: readonly KeptRow[];
}

/** A removed list as its owner is told of it. */
export interface RemovedList {
  readonly documentId: string;
  readonly name: string;
  readonly icon: string;
  readonly items: number;
  /** Epoch ms. */
  readonly removedAt: number;
}

/** In a uuid of version 7: the time, the count within it, and what places a row that was pasted between two. */
const PLACE_CHARACTERS = 30;

/**
 * A new uuid that sorts where the old one did (`domain/itemOrder.ts`): the old one stays dead, because devices that were away
 * still have its removal to learn.
 */
export const uuidInPlaceOf = ({ uuid, created_at }: Pick<KeptRow, 'uuid' | 'created_at'>): string =>
  isTimedUuid(uuid) ? uuid.slice(0, PLACE_CHARACTERS) + randomBytes(3).toString('hex') : v7({ msecs: created_at });

const keptRow = (collection: 'lists' | 'items', row: RecordRow): KeptRow => ({
  uuid: row.uuid,
  created_at: row.created_at,
  fields: fieldsOf(collection, row),
});

/** What removed lists held, for as long as they can be brought back. Each call is for one user. */
export const makeRemovedLists = ({ db }: Database) => ({
  /** @param items the rows that went with the list, as they were before */
  keep: async (trx: Executor, user: number, list: RecordRow, items: readonly RecordRow[], now: number) => {
    const { uuid, created_at, document_id } = list;
    const { name, icon } = fieldsOf('lists', list);
    const values = {
      user_id: user,
      document_id,
      uuid,
      created_at,
      removed_at: now,
      name: String(name),
      icon: String(icon),
      items_count: items.length,
      items: JSON.stringify(items.map((item) => keptRow('items', item))),
    };
    await trx.insertInto('removed_lists').values(values).execute();
  },

  /** Forgets the list in whose place a new one is made: its removal was undone, or it came back. */
  forgetInPlaceOf: async (trx: Executor, user: number, uuid: string) => {
    if (!isTimedUuid(uuid)) return;
    await trx
      .deleteFrom('removed_lists')
      .where('user_id', '=', user)
      .where('uuid', 'like', `${uuid.slice(0, PLACE_CHARACTERS)}%`)
      .execute();
  },

  /** Those that can be brought back, the last removed first. */
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

  /** Those that can be brought back, with what they held. */
  contents: async (user: number, now: number) => {
    const rows = await db
      .selectFrom('removed_lists')
      .select(['name', 'icon', 'items', 'removed_at'])
      .where('user_id', '=', user)
      .where('removed_at', '>', now - REMOVED_KEPT_MS)
      .orderBy('removed_at', 'desc')
      .execute();
    return rows.map(({ name, icon, items, removed_at }) => ({
      name,
      icon,
      removedAt: isoOf(removed_at),
      // Written by `keep` alone.
      items: (JSON.parse(items) as KeptRow[]).map(({ fields }) => fields),
    }));
  },

  /** The old uuid of a list that is kept: by it the members are known. */
  placeOf: (user: number, documentId: string) =>
    db
      .selectFrom('removed_lists')
      .select('uuid')
      .where('user_id', '=', user)
      .where('document_id', '=', documentId)
      .executeTakeFirst(),

  /** Takes a list out of those that are kept; undefined when it is not there, or was there too long. */
  take: async (trx: Executor, user: number, documentId: string, now: number): Promise<KeptList | undefined> => {
    const row = await trx
      .deleteFrom('removed_lists')
      .where('user_id', '=', user)
      .where('document_id', '=', documentId)
      .where('removed_at', '>', now - REMOVED_KEPT_MS)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const { uuid, created_at, name, icon } = row;
    // Written by `keep` alone.
    return { uuid, created_at, fields: { name, icon }, items: JSON.parse(row.items) as KeptRow[] };
  },
});

export type RemovedLists = ReturnType<typeof makeRemovedLists>;
