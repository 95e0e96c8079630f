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

/** The caller's session, as it was checked before a slow step. */
export interface CheckedSession {
  /** The id of the user. Another account may have the same e-mail by now. */
  readonly user: number;
  /** Null for a token of an older release. */
  readonly session: string | null;
  /** The user's `token_version` then. */
  readonly version: number;
}

/** Rolls a write back: the caller's session has to be checked again, or the user or the code is gone. */
class NotAsChecked extends Error {}

const unlessNotAsChecked = (error: unknown): undefined => {
  if (error instanceof NotAsChecked) return undefined;
  throw error;
};

/**
 * The stored facts about sessions. A session without a row is valid as long as its token is. A write that changes the
 * user too begins with the user, as the deletion of an account does, so that the two cannot deadlock.
 */
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
      on conflict (id) do update set good_at = excluded.good_at, ended_at = excluded.ended_at`,
  );
  /** Changes nothing, but locks the user. SQLite has no `for update`. */
  const lock = prepare(db, sql`update users set clock = clock where id = ${slot('user')} returning id`);
  const noteUse = prepare(
    db,
    sql`insert into sessions (id, user_id, seen_at) values (${slot('session')}, ${slot('user')}, ${slot('now')})
      on conflict (id) do update set seen_at = excluded.seen_at`,
  );

  /** Whether a session has signed out, or has moved to another id and is over. */
  const isOver = async (trx: Executor, user: number, session: string | null): Promise<boolean> => {
    const found = await find.first(trx, { user, session: session ?? '' });
    return typeof found?.session_ended_at === 'number' && found.session_ended_at <= now();
  };

  /**
   * Ends all sessions of the user except the caller's.
   * @param caller null when no session asks for this; then no session is kept
   * @param endsAt when the caller's session ends too, in epoch ms; null if it stays
   * @throws NotAsChecked when the caller's session may have ended since its check, or the user is gone
   */
  const endOthers = async (
    trx: Executor,
    user: number,
    caller: CheckedSession | null,
    endsAt: number | null,
    set: Partial<NewPassword> = {},
  ): Promise<Selectable<UserTable>> => {
    const changed = await trx
      .updateTable('users')
      .set((column) => ({ ...set, token_version: column('token_version', '+', 1) }))
      .where('id', '=', user)
      .$if(caller !== null, (query) => query.where('token_version', '=', caller?.version ?? -1))
      .returningAll()
      .executeTakeFirst();
    const session = caller?.session ?? null;
    if (!changed || (await isOver(trx, user, session))) throw new NotAsChecked();
    await trx.deleteFrom('sessions').where('user_id', '=', user).execute();
    if (session !== null) await put.all(trx, { session, user, now: now(), good: changed.token_version, ended: endsAt });
    return changed;
  };

  return {
    /** The user with the stored facts of the session; undefined without such a user. */
    find: (user: number, session: string | null): Promise<UserInSession | undefined> =>
      find.first(db, { user, session: session ?? '' }),
    /** Stores the use of the session, once an hour. A failure of this write does not fail the request. */
    noteUse: async ({ id: user, session_seen_at }: UserInSession, session: string | null): Promise<void> => {
      const at = now();
      if (session === null || (session_seen_at !== null && at - session_seen_at < HOUR_MS)) return;
      await write((trx) => noteUse.all(trx, { session, user, now: at }), user).catch(() => undefined);
    },
    /** Ends one session. False when the user is gone, and all their sessions with them. */
    end: (user: number, session: string): Promise<boolean> =>
      write(async (trx) => {
        // Another process may be ending the others, and would store this one as open again.
        if (!(await lock.first(trx, { user }))) return false;
        // Not the present: a clock that is set back would make the session valid again.
        await put.all(trx, { session, user, now: now(), good: -1, ended: 0 });
        return true;
      }, user),
    isOver,
    /**
     * Ends all sessions of the user except the caller's, also those of tokens without a session id.
     * @returns the user afterwards; undefined when the caller's session has to be checked again
     */
    endOthers: (user: number, caller: CheckedSession) =>
      write((trx) => endOthers(trx, user, caller, null), user).catch(unlessNotAsChecked),
    /**
     * Sets a new password and ends all sessions of the user.
     * @param caller gets a new session id; the old one stays valid for a moment
     * @returns the user afterwards; undefined when the caller's session has to be checked again, or the user is gone
     */
    setPassword: (user: number, set: NewPassword, caller: CheckedSession | null) =>
      write(async (trx) => {
        const changed = await endOthers(trx, user, caller, now() + MOVED_FOR_MS, set);
        await trx.deleteFrom('password_resets').where('user_id', '=', user).execute();
        return changed;
      }, user).catch(unlessNotAsChecked),
    /**
     * Sets a new password by a mailed code, and ends all sessions of the user.
     * @param hash of the code, which must still exist, so that only one of several uses succeeds
     * @returns the user afterwards; undefined when the code is missing
     */
    resetPassword: (user: number, set: NewPassword, hash: string) =>
      write(async (trx) => {
        const changed = await endOthers(trx, user, null, null, set);
        const code = trx.deleteFrom('password_resets').where('user_id', '=', user).where('code_hash', '=', hash);
        if (!(await code.returning('user_id').executeTakeFirst())) throw new NotAsChecked();
        return changed;
      }, user).catch(unlessNotAsChecked),
  };
};

export type SessionStore = ReturnType<typeof makeSessionStore>;
