import { Kysely } from 'kysely';
import { groupCommit, type Work } from './groupCommit';
import { watchHealth } from './health';
import { type Migrate, migrate } from './migrate';
import { openPostgres, PATIENCE } from './postgresDatabase';
import { sqliteDialect } from './sqliteDatabase';
import { logTo, type WatchStatement } from './statementTimes';
import type { Tables } from './tables';

export type Dialect = 'sqlite' | 'postgres';

/**
 * The one store, on SQLite or PostgreSQL. All that differs between the two is decided here: how a write becomes a
 * transaction, how a user's row is locked, and how other processes hear of a write.
 */
export interface Database {
  readonly dialect: Dialect;
  readonly db: Kysely<Tables>;
  /** Runs the work in a transaction and resolves after the commit; whatever the work throws takes back all it wrote. */
  write<T>(work: Work<T>): Promise<T>;
  /** As `write`, for work that may take long: other limits of time do not hold. */
  maintain<T>(work: Work<T>): Promise<T>;
  /** Tells that the server accepted a connection, so that others that wait to be accepted are let in before the next commit. */
  noteConnection(): void;
  /** How much work waits for its turn at the database. */
  waiting(): number;
  /** Tells the other processes that some users' event logs grew; nothing to do where there is one process only. */
  announce(userIds: readonly number[]): void;
  /** Calls back when another process announced (user ids), or when announcements may have been missed (null). */
  onAnnounced(listener: (userIds: readonly number[] | null) => void): void;
  /** Finds out within two seconds whether the database takes a write. @throws DatabaseFault when it does not */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a SQLite file or `:memory:`, or a `postgres://` address, and brings its tables up to date. */
export const openDatabase = async (
  location: string,
  prepareTables: Migrate = migrate,
  watch?: WatchStatement,
): Promise<Database> => {
  const isPostgres = /^postgres(ql)?:\/\//.test(location);
  const database = isPostgres ? await openPostgres(location, PATIENCE, watch) : openSqlite(location, watch);
  try {
    await database.maintain((trx) => prepareTables(trx, database.dialect));
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
