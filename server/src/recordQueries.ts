import { sql } from 'kysely';
import type { Collection } from '../../src/contract/records';
import type { Database } from './databasePort';
import { seenRows, seenSince } from './listAccess';
import { insertMany, isOneOf } from './manyRows';
import { prepare, slot } from './preparedQuery';
import { fieldNames, type RecordRow, type SeenRow } from './wireRecord';

/** A row as it is stored, with its owner. */
type StoredRow = RecordRow & { readonly user_id: number };

/** The stored row, without what is added for a reader. */
export const storedRow = ({ owner_id, is_owner, members, ...row }: SeenRow): StoredRow => ({
  ...row,
  user_id: owner_id,
});

/**
 * The queries of one collection, each compiled once. Reads return what the user sees; writes go to the owner's rows.
 */
export const recordQueries = (database: Database, collection: Collection) => {
  const { db } = database;
  const fields = fieldNames(collection);
  const ids = ['user_id', 'uuid', 'document_id', 'created_at', ...(collection === 'items' ? ['list'] : [])];
  const changing = ['updated_at', 'deleted_at', ...fields];
  const takeNew = (name: string) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`;
  const isRow = sql`r.uuid = ${slot('uuid')}`;
  const isDocument = sql`r.document_id = ${slot('document')}`;
  const isAmongRows = isOneOf(database, sql`r.uuid`, 'uuids');
  const isAmongDocuments = isOneOf(database, sql`r.document_id`, 'documents');
  return {
    byUuid: prepare<SeenRow>(db, sql<SeenRow>`${seenRows(collection, { own: isRow, shared: isRow })}`),
    /** Like `byUuid`, but a list that the user left is returned as a tombstone. */
    byUuidOrLeft: prepare<SeenRow>(
      db,
      sql<SeenRow>`${seenRows(collection, { own: isRow, shared: isRow, left: sql`m.list = ${slot('uuid')}` })}`,
    ),
    byDocument: prepare<SeenRow>(
      db,
      sql<SeenRow>`${seenRows(collection, { own: isDocument, shared: isDocument, isByDocument: true })}`,
    ),
    byUuids: prepare<SeenRow>(db, sql<SeenRow>`${seenRows(collection, { own: isAmongRows, shared: isAmongRows })}`),
    byDocuments: prepare<SeenRow>(
      db,
      sql<SeenRow>`${seenRows(collection, { own: isAmongDocuments, shared: isAmongDocuments, isByDocument: true })}`,
    ),
    since: prepare<SeenRow>(db, sql<SeenRow>`${seenSince(collection)}`),
    insert: insertMany<StoredRow>(database, collection, [...ids, ...changing]),
    /** Replaces existing rows. An UPDATE from a list of rows could make PostgreSQL compare every pair. */
    replace: insertMany<StoredRow>(
      database,
      collection,
      [...ids, ...changing],
      sql`on conflict (user_id, uuid) do update set ${sql.join(changing.map(takeNew))}`,
    ),
  };
};

export type RecordQueries = ReturnType<typeof recordQueries>;

export const aliveItemsQuery = ({ db }: Database) =>
  prepare<StoredRow>(
    db,
    sql`select * from items where user_id = ${slot('owner')} and list = ${slot('list')} and deleted_at is null
      order by created_at, uuid`,
  );
