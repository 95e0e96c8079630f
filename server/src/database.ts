import { Kysely, sql } from 'kysely';
import type { Database } from './databasePort';
import { groupCommit } from './groupCommit';
import { watchHealth } from './health';
import { type Migrate, migrate } from './migrate';
import { openPostgres, TIMEOUTS } from './postgresDatabase';
import { sqliteDialect } from './sqliteDatabase';
import { logTo, type WatchStatement } from './statementTimes';
import type { Tables } from './tables';

/** Opens a SQLite file, `:memory:`, or a `postgres://` address, and migrates its tables. */
export const openDatabase = async (
  location: string,
  prepareTables: Migrate = migrate,
  watch?: WatchStatement,
): Promise<Database> => {
  const isPostgres = /^postgres(ql)?:\/\//.test(location);
  const database = isPostgres ? await openPostgres(location, TIMEOUTS, watch) : openSqlite(location, watch);
  try {
    await database.maintain((trx) => prepareTables(trx, database.dialect));
    // A pooler may refuse the settings of all other connections, which have time limits.
    await sql`select 1`.execute(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

const openSqlite = (file: string, watch: WatchStatement | undefined): Database => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file), ...logTo(watch) });
  const group = groupCommit(db);
  const { write, probe } = watchHealth(group.write);
  return {
    dialect: 'sqlite',
    db,
    write,
    maintain: write,
    waiting: group.waiting,
    noteConnection: group.noteConnection,
    announce: () => undefined,
    onAnnounced: () => undefined,
    probe,
    close: () => db.destroy(),
  };
};
