import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './databasePort';
import { makeErrorLog } from './errorAnswers';
import { EVENTS_KEPT_MS } from './eventLog';
import type { Executor } from './preparedQuery';
import { REMOVED_KEPT_MS } from './removedLists';

const DAY_MS = 24 * 60 * 60 * 1000;
const TOMBSTONES_KEPT_MS = 90 * DAY_MS;
/** A day less, because the clock of another purging process may be ahead. */
export const TOMBSTONES_TOLD_MS = TOMBSTONES_KEPT_MS - DAY_MS;
const KEYS_KEPT_MS = 30 * DAY_MS;
/** Longer than a token's life, so that an ended session is not forgotten while its token is valid. */
const SESSIONS_KEPT_MS = 31 * DAY_MS;

/** An arbitrary number other than the migration's, shared by all processes. */
const PURGE_LOCK = 541_010;

/** Takes the lock, so that only one of several processes purges. */
const isFirst = async (trx: Executor): Promise<boolean> => {
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(PURGE_LOCK)}) as mine`.execute(trx);
  return rows[0]?.mine === true;
};

/**
 * Deletes expired data: tombstones, events, keys, invitations, reset links, sessions, and the content of removed lists.
 */
export const purge = (database: Database, now: number): Promise<void> =>
  database.maintain(async (trx) => {
    if (database.dialect === 'postgres' && !(await isFirst(trx))) return;
    const removedBefore = now - TOMBSTONES_KEPT_MS;
    for (const table of ['items', 'lists'] as const) {
      await trx.deleteFrom(table).where('deleted_at', '<', removedBefore).execute();
    }
    await trx.deleteFrom('memberships').where('ended_at', '<', removedBefore).execute();
    // Memberships of lists whose tombstones were deleted.
    await sql`delete from memberships where ended_at is null and not exists (
      select 1 from lists where lists.user_id = memberships.owner_id and lists.uuid = memberships.list)`.execute(trx);
    for (const table of ['invites', 'password_resets'] as const)
      await trx.deleteFrom(table).where('expires_at', '<', now).execute();
    await trx
      .deleteFrom('sessions')
      .where('seen_at', '<', now - SESSIONS_KEPT_MS)
      .execute();
    await trx
      .deleteFrom('events')
      .where('id', '<', now - EVENTS_KEPT_MS)
      .execute();
    await trx
      .deleteFrom('seen_keys')
      .where('seen_at', '<', now - KEYS_KEPT_MS)
      .execute();
    await trx
      .deleteFrom('removed_lists')
      .where('removed_at', '<=', now - REMOVED_KEPT_MS)
      .execute();
  });

/** The last use of the server that the database knows, in epoch ms; null if there was none. */
const lastUse = async ({ db }: Database): Promise<number | null> => {
  const { rows } = await sql<{ clock: number | null; seen: number | null }>`
    select (select max(clock) from users) as clock, (select max(seen_at) from sessions) as seen`.execute(db);
  const [{ clock, seen } = { clock: null, seen: null }] = rows;
  return clock === null && seen === null ? null : Math.max(Number(clock), Number(seen));
};

/**
 * Purges, unless nobody has used the server for a day. Then the clock may be ahead: a machine whose battery is empty may
 * start in any year. With that clock everything would be deleted, and devices would bring back what others had removed.
 */
export const purgeIfUsed = async (database: Database, now: number): Promise<void> => {
  const last = await lastUse(database);
  if (last === null || now - last <= DAY_MS) await purge(database, now);
};

/** Purges now and once a day. A failed purge is logged and tried again the next day. */
export const purgeDaily = (database: Database, now: () => number, log: FastifyBaseLogger): (() => void) => {
  const logError = makeErrorLog(now);
  const run = () => void purgeIfUsed(database, now()).catch((error: Error) => logError(error, log));
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
};
