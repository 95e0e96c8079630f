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

type NewPassword = Pick<UserTable, 'password_hash' | 'updated_at'>;

/** The session of the caller who sets a new password. */
export interface MovingSession {
  /** Null for a token of an older release. */
  readonly session: string | null;
  /** The `token_version` at which it was checked. */
  readonly version: number;
}

/** Rolls a new password back: the caller's session has to be checked again, or the user is gone. */
class NotAsChecked extends Error {}

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

  /**
   * Ends all sessions of the user except one.
   * @param version the `token_version` at which the caller's session was checked; null when no session asks for this
   * @returns the user afterwards; undefined when the version is another by now, so that the check holds no more
   */
  const endOthers = async (
    trx: Executor,
    user: number,
    version: number | null,
    kept: { readonly session: string | null; readonly endsAt: number | null },
    set: Partial<NewPassword> = {},
  ): Promise<Selectable<UserTable> | undefined> => {
    const ended = await trx
      .updateTable('users')
      .set((column) => ({ ...set, token_version: column('token_version', '+', 1) }))
      .where('id', '=', user)
      .$if(version !== null, (query) => query.where('token_version', '=', version))
      .returningAll()
      .executeTakeFirst();
    if (!ended) return undefined;
    await trx.deleteFrom('sessions').where('user_id', '=', user).execute();
    const { session, endsAt } = kept;
    if (session !== null) await put.all(trx, { session, user, now: now(), good: ended.token_version, ended: endsAt });
    return ended;
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
    /**
     * Ends all sessions of the user except one, also those of tokens without a session id.
     * @param user as read when the caller's session was checked
     * @returns the user afterwards; undefined when the caller's session has to be checked again
     */
    endOthers: ({ id, token_version }: Selectable<UserTable>, kept: string | null) =>
      write((trx) => endOthers(trx, id, token_version, { session: kept, endsAt: null }), id),
    /**
     * Sets a new password and ends all sessions of the user.
     * @param moving the caller's session, and the version at which it was checked. It gets a new id, and the old id stays
     *   valid for a moment
     * @returns the user afterwards; undefined when the caller's session has to be checked again, or the user is gone
     */
    setPassword: (user: number, set: NewPassword, moving: MovingSession | null) =>
      write(async (trx) => {
        // Before the user, as in `resetPassword`, so that the two cannot deadlock.
        await trx.deleteFrom('password_resets').where('user_id', '=', user).execute();
        const kept = { session: moving?.session ?? null, endsAt: now() + MOVED_FOR_MS };
        const changed = await endOthers(trx, user, moving?.version ?? null, kept, set);
        if (!changed) throw new NotAsChecked();
        return changed;
      }, user).catch((error: unknown) => {
        if (error instanceof NotAsChecked) return undefined;
        throw error;
      }),
    /**
     * Sets a new password by a mailed code, and ends all sessions of the user.
     * @param hash of the code, which must still exist, so that only one of several uses succeeds
     * @returns the user afterwards; undefined when the code is missing
     */
    resetPassword: (user: number, set: NewPassword, hash: string) =>
      write(async (trx) => {
        const code = trx.deleteFrom('password_resets').where('user_id', '=', user).where('code_hash', '=', hash);
        if (!(await code.returning('user_id').executeTakeFirst())) return undefined;
        return endOthers(trx, user, null, { session: null, endsAt: null }, set);
      }, user),
  };
};

export type SessionStore = ReturnType<typeof makeSessionStore>;
