import { sql } from 'kysely';
import type { Database } from './databasePort';
import { EVENTS_KEPT_MS } from './eventLog';
import type { Executor } from './preparedQuery';
import { REMOVED_KEPT_MS } from './removedLists';

const DAY_MS = 24 * 60 * 60 * 1000;
const TOMBSTONES_KEPT_MS = 90 * DAY_MS;
/** Another process may purge by a clock that is ahead of this one's. */
export const TOMBSTONES_TOLD_MS = TOMBSTONES_KEPT_MS - DAY_MS;
const KEYS_KEPT_MS = 30 * DAY_MS;
/** Longer than any token lives, so that one which ended is never forgotten too early. */
const SESSIONS_KEPT_MS = 31 * DAY_MS;

/** Any number but the migration's, as long as every process uses the same. */
const PURGE_LOCK = 541_010;

/** Of processes that purge at once, one does. */
const isFirst = async (trx: Executor): Promise<boolean> => {
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(PURGE_LOCK)}) as mine`.execute(trx);
  return rows[0]?.mine === true;
};

/** Removes what nobody asks for any more: old tombstones, events, keys, invitations that ran out, old sessions, and what removed lists held. */
export const purge = (database: Database, now: number): Promise<void> =>
  database.maintain(async (trx) => {
    if (database.dialect === 'postgres' && !(await isFirst(trx))) return;
    const buriedBefore = now - TOMBSTONES_KEPT_MS;
    for (const table of ['items', 'lists'] as const) {
      await trx.deleteFrom(table).where('deleted_at', '<', buriedBefore).execute();
    }
    await trx.deleteFrom('memberships').where('ended_at', '<', buriedBefore).execute();
    // Of a list whose tombstone went, nobody is told anything any more.
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

/** Purges now and once a day; a purge that fails is reported and tried again the next day. */
export const purgeDaily = (database: Database, now: () => number, report: (error: unknown) => void): (() => void) => {
  const run = () => void purge(database, now()).catch(report);
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
};
