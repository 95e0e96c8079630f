import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { DatabaseFault } from './databaseFault';
import type { Database } from './databasePort';
import type { Work } from './groupCommit';
import { watchHealth } from './health';
import { listenForAnnouncements } from './postgresAnnouncements';
import { busy } from './problems';
import { logTo, type WatchStatement } from './statementTimes';
import type { Tables } from './tables';
import { writersQueue } from './writersQueue';

const INT8 = 20;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * What PostgreSQL itself says when it cannot serve: connection (08), resources such as a full disk (53), stopped or a statement that took too
 * long (57), its own disk (58), sign-in (28), no such database (3D), read only (25006), two writes that wait for each other (40).
 */
const UNABLE = /^(08|53|57|58|28|3D|40)|^25006$/;

/**
 * A process that froze in the middle of a write keeps a user's row locked, and each write that waits for it keeps a connection
 * from everybody. So no one waits longer than a client that asks again anyway, and PostgreSQL ends what does not go on. A database
 * that went without a word (a cable, a firewall) never answers at all: there our own clock ends the wait, after PostgreSQL's would have.
 */
export const PATIENCE = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  statement_timeout: 8000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

export type Patience = Readonly<typeof PATIENCE>;

/** A connection nobody answers on is noticed while it rests, too. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** 64-bit integers as numbers: ours are times in ms and small counts, all exact in a double. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** An error of PostgreSQL's own about a statement stays what it is; anything else is about the connection. */
const faultOr = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && !UNABLE.test(error.code ?? '') ? error : new DatabaseFault(error);

/**
 * Connections for Kysely. One that failed for another reason than its statement is closed, not given to the next request: an answer
 * may still be on its way, or never come. Nothing more is asked on it, so a rollback does not wait a second time.
 */
const guardedPool = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw faultOr(error);
    });
    let broken: unknown = null;
    const query = async (text: string, parameters: readonly unknown[]) => {
      if (broken !== null) throw broken;
      try {
        return await client.query(text, [...parameters]);
      } catch (error) {
        const fault = faultOr(error);
        if (!(error instanceof pg.DatabaseError)) broken = fault;
        throw fault;
      }
    };
    // Kysely's type has a second form of query, for cursors, which nothing here uses.
    return { query, release: () => client.release(broken !== null) } as unknown as PostgresPoolClient;
  },
  end: () => pool.end(),
});

const makePool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ ...config, ...KEEP_ALIVE, types });
  // A connection that breaks is replaced at the next query. Without a listener it would end the process: the pool's own hears
  // of idle ones only, and one in a transaction may break between two queries, or tell of it again after its query failed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const kyselyOver = (pool: pg.Pool, watch?: WatchStatement): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool(pool) }), ...logTo(watch) });

/** Opens a pool on a `postgres://` address; any number of processes may share the database behind it. */
export const openPostgres = async (
  address: string,
  patience: Patience = PATIENCE,
  watch?: WatchStatement,
): Promise<Database> => {
  const pool = makePool({ connectionString: address, max: 20, ...patience });
  const db = kyselyOver(pool, watch);
  const announcements = listenForAnnouncements(address);
  const inWritersTurn = writersQueue(patience.lock_timeout);
  const { write, probe } = watchHealth(
    <T>(work: Work<T>): Promise<T> =>
      db
        .transaction()
        .execute(work)
        .catch((error: { code?: unknown }) => {
          throw error.code === LOCK_NOT_AVAILABLE ? busy() : error;
        }),
  );
  return {
    dialect: 'postgres',
    db,
    write: (work, writer) => (writer === undefined ? write(work) : inWritersTurn(writer, () => write(work))),
    maintain: async (work) => {
      const patient = kyselyOver(
        makePool({
          connectionString: address,
          max: 1,
          connectionTimeoutMillis: patience.connectionTimeoutMillis,
        }),
      );
      try {
        return await patient.transaction().execute(work);
      } finally {
        await patient.destroy();
      }
    },
    waiting: () => pool.waitingCount,
    // A commit there does not hold this process.
    noteConnection: () => undefined,
    // After the commit and outside it: NOTIFY inside a transaction makes all commits queue behind each other.
    announce: (userIds) => {
      sql`select pg_notify('listy', ${`${announcements.self} ${userIds.join(' ')}`})`
        .execute(db)
        .catch(() => undefined);
    },
    onAnnounced: announcements.onAnnounced,
    probe,
    close: async () => {
      await announcements.close();
      await db.destroy();
    },
  };
};
