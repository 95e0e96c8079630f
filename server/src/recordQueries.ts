import { sql } from 'kysely';
import type { Collection } from '../../src/contract/records';
import type { Database } from './database';
import { prepare, slot } from './preparedQuery';
import { fieldNames, type RecordRow } from './wireRecord';

const joined = (names: readonly string[], render: (name: string) => ReturnType<typeof sql>) =>
  sql.join(names.map(render), sql`, `);

/** The queries of one collection; each is for one user, and compiled once. */
export const recordQueries = ({ db }: Database, collection: Collection) => {
  const table = sql.table(collection);
  const fields = [...fieldNames(collection), ...(collection === 'items' ? ['list'] : [])];
  const columns = ['user_id', 'uuid', 'document_id', 'created_at', 'updated_at', 'deleted_at', ...fields];
  const mine = sql`user_id = ${slot('user')}`;
  const assign = (name: string) => sql`${sql.ref(name)} = ${slot(name)}`;
  return {
    byUuid: prepare<RecordRow>(db, sql`select * from ${table} where ${mine} and uuid = ${slot('uuid')}`),
    byDocument: prepare<RecordRow>(db, sql`select * from ${table} where ${mine} and document_id = ${slot('document')}`),
    since: prepare<RecordRow>(
      db,
      sql`select * from ${table} where ${mine} and updated_at >= ${slot('since')} order by created_at`,
    ),
    insert: prepare(
      db,
      sql`insert into ${table} (${joined(columns, sql.ref)}) values (${joined(columns, (name) => sql`${slot(name)}`)})`,
    ),
    update: prepare(
      db,
      sql`update ${table} set updated_at = ${slot('updated_at')}, deleted_at = ${slot('deleted_at')},
        ${joined(fieldNames(collection), assign)} where ${mine} and uuid = ${slot('uuid')}`,
    ),
  };
};

export const aliveItemsQuery = ({ db }: Database) =>
  prepare<RecordRow>(
    db,
    sql`select * from items where user_id = ${slot('user')} and list = ${slot('list')} and deleted_at is null
      order by created_at`,
  );

/** The queries every write makes around its row: the user's clock and event log. */
export const turnQueries = ({ db, dialect }: Database) => ({
  lock: prepare<{ clock: number }>(
    db,
    sql`select clock from users where id = ${slot('user')} ${sql.raw(dialect === 'postgres' ? 'for update' : '')}`,
  ),
  setClock: prepare(db, sql`update users set clock = ${slot('clock')} where id = ${slot('user')}`),
  addEvent: prepare(
    db,
    sql`insert into events (user_id, id, name, session, data)
      values (${slot('user')}, ${slot('id')}, ${slot('name')}, ${slot('session')}, ${slot('data')})`,
  ),
});
