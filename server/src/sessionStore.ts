import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import type { UserTable } from './tables';

const HOUR_MS = 60 * 60 * 1000;
/** How long the old id of a renewed session stays valid, for requests that are under way. */
const MOVED_FOR_MS = 30_000;

const SESSION_ID_BYTES = 16;
export const newSessionId = (): string => randomBytes(SESSION_ID_BYTES).toString('base64url');

/** A user together with one of their sessions. */
type UserInSession = Selectable<UserTable> & {
  readonly session_seen_at: number | null;
  /** The `token_version` at which this session was kept while all others ended, else -1. */
  readonly session_good_at: number | null;
  readonly session_ended_at: number | null;
};

/** The stored facts about sessions. A session without a row is valid as long as its token is. */
export const makeSessionStore = ({ db, write }: Database, now: () => number) => {
  const find = prepare<UserInSession>(
    db,
    sql`select u.*, s.seen_at as session_seen_at, s.good_at as session_good_at, s.ended_at as session_ended_at
      from users u left join sessions s on s.id = ${slot('session')} and s.user_id = u.id where u.id = ${slot('user')}`,
  );
  const put = prepare(
    db,
    sql`insert into sessions (id, user_id, seen_at, good_at, ended_at)
      values (${slot('session')}, ${slot('user')}, ${slot('now')}, ${slot('good')}, ${slot('ended')})
      on conflict (id) do update set seen_at = excluded.seen_at, good_at = excluded.good_at, ended_at = excluded.ended_at`,
  );
  const see = prepare(
    db,
    sql`insert into sessions (id, user_id, seen_at) values (${slot('session')}, ${slot('user')}, ${slot('now')})
      on conflict (id) do update set seen_at = excluded.seen_at`,
  );

  const endOthers = async (trx: Executor, user: number, kept: string | null, endsAt: number | null): Promise<void> => {
    const ended = await trx
      .updateTable('users')
      .set((column) => ({ token_version: column('token_version', '+', 1) }))
      .where('id', '=', user)
      .returning('token_version')
      .executeTakeFirst();
    await trx.deleteFrom('sessions').where('user_id', '=', user).execute();
    if (kept === null || !ended) return;
    await put.all(trx, { session: kept, user, now: now(), good: ended.token_version, ended: endsAt });
  };

  return {
    /** The user with the stored facts of the session; undefined without such a user. */
    find: (user: number, session: string | null): Promise<UserInSession | undefined> =>
      find.first(db, { user, session: session ?? '' }),
    /** Stores the use of the session, once an hour. A failure of this write does not fail the request. */
    see: async ({ id: user, session_seen_at }: UserInSession, session: string | null): Promise<void> => {
      const at = now();
      if (session === null || (session_seen_at !== null && at - session_seen_at < HOUR_MS)) return;
      await write((trx) => see.all(trx, { session, user, now: at }), user).catch(() => undefined);
    },
    /** Ends one session. */
    end: (user: number, session: string): Promise<unknown> =>
      write((trx) => put.all(trx, { session, user, now: now(), good: -1, ended: now() }), user),
    /** Ends all sessions of the user except one, also those of tokens without a session id. */
    endOthers: (user: number, kept: string | null): Promise<void> =>
      write((trx) => endOthers(trx, user, kept, null), user),
    /**
     * Sets a new password and ends all sessions of the user.
     * @param moving the caller's session: it gets a new id, and the old id stays valid for a moment
     * @param reset the hash of a mailed code that must still exist, so that only one of several uses succeeds
     * @returns false when the code is missing
     */
    setPassword: (
      user: number,
      set: Pick<UserTable, 'password_hash' | 'updated_at'>,
      moving: string | null,
      reset?: string,
    ): Promise<boolean> =>
      write(async (trx) => {
        const ended = trx.deleteFrom('password_resets').where('user_id', '=', user);
        if (reset === undefined) await ended.execute();
        else if (!(await ended.where('code_hash', '=', reset).returning('user_id').executeTakeFirst())) return false;
        await trx.updateTable('users').set(set).where('id', '=', user).execute();
        await endOthers(trx, user, moving, now() + MOVED_FOR_MS);
        return true;
      }, user),
  };
};

export type SessionStore = ReturnType<typeof makeSessionStore>;
