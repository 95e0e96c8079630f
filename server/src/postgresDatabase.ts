import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { answers } from './answers';
import type { Database } from './database';
import { listenForAnnouncements } from './postgresAnnouncements';
import type { Tables } from './tables';

const INT8 = 20;

/** 64-bit integers as numbers: ours are times in ms and small counts, all exact in a double. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Opens a pool on a `postgres://` address; any number of processes may share the database behind it. */
export const openPostgres = async (address: string): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: address, types, max: 20 });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const announcements = listenForAnnouncements(address);
  return {
    dialect: 'postgres',
    db,
    write: (work) => db.transaction().execute(work),
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
