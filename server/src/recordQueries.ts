import { sql } from 'kysely';
import type { Collection } from '../../src/contract/records';
import type { Database } from './databasePort';
import { seenRows, seenSince } from './listAccess';
import { prepare, slot } from './preparedQuery';
import { fieldNames, type RecordRow, type SeenRow } from './wireRecord';

const joined = (names: readonly string[], render: (name: string) => ReturnType<typeof sql>) =>
  sql.join(names.map(render), sql`, `);

/** The queries of one collection. What is read is what the user sees; a row is written where its owner has it. Each is compiled once. */
export const recordQueries = ({ db }: Database, collection: Collection) => {
  const table = sql.table(collection);
  const fields = [...fieldNames(collection), ...(collection === 'items' ? ['list'] : [])];
  const columns = ['user_id', 'uuid', 'document_id', 'created_at', 'updated_at', 'deleted_at', ...fields];
  const assign = (name: string) => sql`${sql.ref(name)} = ${slot(name)}`;
  const isRow = sql`r.uuid = ${slot('uuid')}`;
  const isDocument = sql`r.document_id = ${slot('document')}`;
  return {
    byUuid: prepare<SeenRow>(db, sql<SeenRow>`${seenRows(collection, { own: isRow, shared: isRow })}`),
    /** As `byUuid`; a list that the user left is its tombstone. */
    byUuidOrLeft: prepare<SeenRow>(
      db,
      sql<SeenRow>`${seenRows(collection, { own: isRow, shared: isRow, left: sql`m.list = ${slot('uuid')}` })}`,
    ),
    byDocument: prepare<SeenRow>(db, sql<SeenRow>`${seenRows(collection, { own: isDocument, shared: isDocument })}`),
    since: prepare<SeenRow>(db, sql<SeenRow>`${seenSince(collection)}`),
    insert: prepare(
      db,
      sql`insert into ${table} (${joined(columns, sql.ref)}) values (${joined(columns, (name) => sql`${slot(name)}`)})`,
    ),
    update: prepare(
      db,
      sql`update ${table} set updated_at = ${slot('updated_at')}, deleted_at = ${slot('deleted_at')},
        ${joined(fieldNames(collection), assign)} where user_id = ${slot('owner')} and uuid = ${slot('uuid')}`,
    ),
  };
};

export const aliveItemsQuery = ({ db }: Database) =>
  prepare<RecordRow>(
    db,
    sql`select * from items where user_id = ${slot('owner')} and list = ${slot('list')} and deleted_at is null
      order by created_at`,
  );
