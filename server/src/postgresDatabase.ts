import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { answers } from './answers';
import type { Database } from './database';
import { listenForAnnouncements } from './postgresAnnouncements';
import { busy } from './problems';
import type { Tables } from './tables';

const INT8 = 20;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A process that froze in the middle of a write keeps a user's row locked, and each write that waits for it keeps a connection
 * from everybody. So no one waits longer than a client that asks again anyway, and PostgreSQL ends what does not go on.
 */
const PATIENCE = { lock_timeout: 5000, idle_in_transaction_session_timeout: 30_000 };

/** 64-bit integers as numbers: ours are times in ms and small counts, all exact in a double. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Opens a pool on a `postgres://` address; any number of processes may share the database behind it. */
export const openPostgres = async (address: string): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: address, types, max: 20, ...PATIENCE });
  // A connection that breaks is replaced at the next query. Without a listener it would end the process: the pool's own hears
  // of idle ones only, and one in a transaction may break between two queries, or tell of it again after its query failed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const announcements = listenForAnnouncements(address);
  return {
    dialect: 'postgres',
    db,
    write: (work) =>
      db
        .transaction()
        .execute(work)
        .catch((error: { code?: unknown }) => {
          throw error.code === LOCK_NOT_AVAILABLE ? busy() : error;
        }),
    // After the commit and outside it: NOTIFY inside a transaction makes all commits queue behind each other.
    announce: (userId) => {
      sql`select pg_notify('listy', ${`${announcements.self} ${userId}`})`.execute(db).catch(() => undefined);
    },
    onAnnounced: announcements.onAnnounced,
    isAlive: () => answers(db),
    close: async () => {
      await announcements.close();
      await db.destroy();
    },
  };
};
