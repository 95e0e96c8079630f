import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { DatabaseFault } from './databaseFault';
import type { Database } from './databasePort';
import type { Work } from './groupCommit';
import { watchHealth } from './health';
import { listenForAnnouncements } from './postgresAnnouncements';
import { logTo, type WatchStatement } from './statementTimes';
import type { Tables } from './tables';
import { writersQueue } from './writersQueue';

const CONNECTIONS = 20;
/** Fewer than the connections, so that reads and the health check do not wait for writes. */
const MOST_WRITES = 15;
const INT8 = 20;
/** The message of a notification has at most 7,999 bytes, and each user's id up to 17 of them. */
const USERS_PER_NOTIFICATION = 400;

/**
 * Error codes of a PostgreSQL that cannot serve: connection (08), resources such as a full disk (53), stopped or timed
 * out (57), I/O error (58), sign-in (28), no such database (3D), read only (25006), deadlock (40), a lock that is not
 * given in time (55P03).
 */
const UNABLE = /^(08|53|57|58|28|3D|40)|^(25006|55P03)$/;

/**
 * A process that freezes during a write keeps a user's row locked. Each waiting write would occupy a connection. So the
 * timeouts are as long as a client waits before it asks again, and PostgreSQL ends stuck transactions. If the network
 * is cut, PostgreSQL never answers; then `query_timeout` of this process ends the wait, after PostgreSQL's own limits.
 */
export const TIMEOUTS = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  statement_timeout: 8000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

type Timeouts = Readonly<typeof TIMEOUTS>;

/** Detects a broken connection even while it is idle. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** 64-bit integers as numbers: ours are times in ms and small counts, which are exact. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Errors about a statement stay as they are; all others are about the connection or the database. */
const asFault = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && !UNABLE.test(error.code ?? '') ? error : new DatabaseFault(error);

/**
 * Whatever the database's own default is: who has waited for a lock reads what the other write stored. A stricter level
 * fails there.
 */
const BEGIN = 'begin isolation level read committed';

/** It throws too, not only rejects: when a file that the address names (`sslrootcert`) cannot be read. */
const connectTo = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw asFault(error);
  }
};

/**
 * Connections for Kysely. After an error that is not PostgreSQL's own, a connection is closed and not reused, because
 * an old answer may still arrive. Nothing more is sent on it, so a rollback does not wait again.
 */
const guardedPool = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await connectTo(pool);
    let broken: unknown = null;
    const query = async (text: string, parameters: readonly unknown[]) => {
      if (broken !== null) throw broken;
      try {
        return await client.query(text === 'begin' ? BEGIN : text, [...parameters]);
      } catch (error) {
        const fault = asFault(error);
        if (!(error instanceof pg.DatabaseError)) broken = fault;
        throw fault;
      }
    };
    // Kysely's type has an overload for cursors, which is not used here.
    return { query, release: () => client.release(broken !== null) } as unknown as PostgresPoolClient;
  },
  end: () => pool.end(),
});

const makePool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ ...config, ...KEEP_ALIVE, types });
  // A broken connection is replaced at the next query. Without an error listener it would end the process. The pool
  // listens to idle connections only, but one may break during a transaction too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const kyselyOver = (pool: pg.Pool, watch?: WatchStatement): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool(pool) }), ...logTo(watch) });

/** Opens a connection pool for a `postgres://` address. Several processes may share the database. */
export const openPostgres = async (
  address: string,
  timeouts: Timeouts = TIMEOUTS,
  watch?: WatchStatement,
): Promise<Database> => {
  const pool = makePool({ connectionString: address, max: CONNECTIONS, ...timeouts });
  const db = kyselyOver(pool, watch);
  const announcements = listenForAnnouncements(address);
  const inWritersTurn = writersQueue(MOST_WRITES, timeouts.lock_timeout);
  const { write, probe } = watchHealth(<T>(work: Work<T>): Promise<T> => db.transaction().execute(work));
  return {
    dialect: 'postgres',
    db,
    write: (work, writer) => inWritersTurn(writer, () => write(work)),
    maintain: async (work) => {
      const unlimited = kyselyOver(
        makePool({
          connectionString: address,
          max: 1,
          connectionTimeoutMillis: timeouts.connectionTimeoutMillis,
        }),
      );
      try {
        return await unlimited.transaction().execute(work);
      } finally {
        await unlimited.destroy();
      }
    },
    waiting: () => pool.waitingCount,
    // A commit does not block this process.
    noteConnection: () => undefined,
    // After the commit and outside the transaction: NOTIFY inside makes all commits wait for each other.
    announce: (userIds) => {
      for (let at = 0; at < userIds.length; at += USERS_PER_NOTIFICATION) {
        const some = userIds.slice(at, at + USERS_PER_NOTIFICATION).join(' ');
        sql`select pg_notify('listy', ${`${announcements.self} ${some}`})`.execute(db).catch(() => undefined);
      }
    },
    onAnnounced: announcements.onAnnounced,
    probe,
    close: async () => {
      await announcements.close();
      await db.destroy();
    },
  };
};
