import { type Kysely, sql } from 'kysely';
import type { Dialect } from './databasePort';
import { initial } from './migrations/001-initial';
import { recentChanges } from './migrations/002-recent-changes';
import { plainKeys } from './migrations/003-plain-keys';
import { sharing } from './migrations/004-sharing';
import { removedLists } from './migrations/005-removed-lists';
import { itemOrder } from './migrations/006-item-order';
import { accounts } from './migrations/007-accounts';
import type { Tables } from './tables';

/** All migrations in order, forward only. The index in this list gives the version. */
const MIGRATIONS = [initial, recentChanges, plainKeys, sharing, removedLists, itemOrder, accounts] as const;

/** The version of this release's tables. */
export const NEWEST_VERSION = MIGRATIONS.length;

/** An arbitrary number that all processes share. */
const MIGRATION_LOCK = 541_009;

const tooNew = (version: number): Error =>
  new Error(`the database has version ${version}, this release knows ${NEWEST_VERSION}: use a newer release`);

/** In these encodings PostgreSQL takes every text. In others, such as LATIN2, it refuses an item with an emoji. */
const WHOLE_ENCODINGS = ['UTF8', 'SQL_ASCII'];

const requireWholeEncoding = async (trx: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ encoding: string }>`select getdatabaseencoding() as encoding`.execute(trx);
  const encoding = rows[0]?.encoding ?? '';
  if (WHOLE_ENCODINGS.includes(encoding)) return;
  throw new Error(`its encoding is ${encoding}: make it with "createdb --template=template0 --encoding=UTF8"`);
};

/** Prepares the tables before anybody uses them. */
export type Migrate = (trx: Kysely<Tables>, dialect: Dialect) => Promise<void>;

/**
 * Checks the version without a change, because a server of another release may be running.
 * @throws when the tables do not have this release's version
 */
export const requireNewest: Migrate = async (trx) => {
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(trx);
  const version = rows[0]?.version ?? 0;
  if (version > NEWEST_VERSION) throw tooNew(version);
  if (version === NEWEST_VERSION) return;
  throw new Error(
    `it has version ${version}, this release has ${NEWEST_VERSION}: start the server once, which brings it up to date`,
  );
};

/**
 * Migrates the tables to this release's version, in the given transaction. It waits for another process that does the
 * same.
 * @throws when a newer release has written the database
 */
export const migrate: Migrate = async (trx, dialect) => {
  if (dialect === 'postgres') {
    await requireWholeEncoding(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
  }
  await sql`create table if not exists schema_version (version bigint not null)`.execute(trx);
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(trx);
  const version = rows[0]?.version ?? 0;
  if (version > NEWEST_VERSION) throw tooNew(version);
  if (version === NEWEST_VERSION) return;
  for (const step of MIGRATIONS.slice(version)) await step(trx, dialect);
  await sql`delete from schema_version`.execute(trx);
  await sql`insert into schema_version (version) values (${sql.lit(NEWEST_VERSION)})`.execute(trx);
};
