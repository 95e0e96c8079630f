import { sql } from 'kysely';
import type { Database } from '../../server/src/databasePort';
import type { ContractServer } from './contractServer';

/** Copies a server's SQLite database, and restores the copy, as an operator restores a backup. */

export interface Copy {
  readonly name: string;
}

let copies = 0;

const run = (database: Database, text: string) => sql.raw(text).execute(database.db);

const tablesOf = async ({ db }: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from main.sqlite_master
    where type = 'table' and name not like 'sqlite_%'`.execute(db);
  return rows.map(({ name }) => name);
};

export const copyDatabase = async (database: Database): Promise<Copy> => {
  copies += 1;
  const name = `copy${copies}`;
  await run(database, `attach ':memory:' as ${name}`);
  for (const table of await tablesOf(database)) {
    await run(database, `create table ${name}.${table} as select * from main.${table}`);
  }
  return { name };
};

/** Users that were added after the copy are deleted too. */
export const setBackDatabase = async (database: Database, { name }: Copy): Promise<void> => {
  await run(database, 'pragma foreign_keys = off');
  for (const table of await tablesOf(database)) {
    await run(database, `delete from main.${table}`);
    await run(database, `insert into main.${table} select * from ${name}.${table}`);
  }
  await run(database, 'pragma foreign_keys = on');
};

const A_MINUTE = 60_000;

/** Copies the server's database. @returns restores it once, a minute later, and forgets which requests were seen */
export const takeBackup = async (server: ContractServer): Promise<() => Promise<void>> => {
  const copy = await copyDatabase(server.database);
  return async () => {
    await setBackDatabase(server.database, copy);
    // SQLite attaches no more than ten.
    await run(server.database, `detach ${copy.name}`);
    server.clock.now += A_MINUTE;
    server.seen.length = 0;
  };
};
