import { type Kysely, sql } from 'kysely';
import type { Dialect } from './database';
import { initial } from './migrations/001-initial';
import { recentChanges } from './migrations/002-recent-changes';

/** In order, forward only: the place in this list is the number. */
const MIGRATIONS = [initial, recentChanges] as const;

/** Any number will do, as long as every process that starts at once uses the same. */
const MIGRATION_LOCK = 541_009;

/**
 * Brings the tables to this release's shape, in one transaction.
 * @throws when the database was written by a newer release
 */
export const migrate = async <T>(db: Kysely<T>, dialect: Dialect): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    if (dialect === 'postgres') {
      // Another process that migrates is waited for, however long it takes.
      await sql`set local lock_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
    }
    await sql`create table if not exists schema_version (version bigint not null)`.execute(trx);
    const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(trx);
    const version = rows[0]?.version ?? 0;
    if (version > MIGRATIONS.length) {
      throw new Error(
        `the database has version ${version}, this release knows ${MIGRATIONS.length}: use a newer release`,
      );
    }
    if (version === MIGRATIONS.length) return;
    for (const step of MIGRATIONS.slice(version)) await step(trx, dialect);
    await sql`delete from schema_version`.execute(trx);
    await sql`insert into schema_version (version) values (${sql.lit(MIGRATIONS.length)})`.execute(trx);
  });
};
