import type { Database } from './databasePort';
import type { RandomBytes } from './documentId';
import type { Passwords } from './passwords';
import { hashOfCode, makeCode } from './secretCode';
import type { SessionStore } from './sessionStore';
import { isUserGone } from './userGone';
import type { StoredUser } from './userStore';

const RESET_LIFE_MS = 60 * 60 * 1000;
/** The shortest time between two mails to an account, so that nobody can flood a mailbox. */
const RESET_PAUSE_MS = 5 * 60 * 1000;
const CODE_BYTES = 32;

interface ResetPorts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly sessions: SessionStore;
  readonly now: () => number;
  readonly random: RandomBytes;
}

/**
 * The open reset links, one per account. Only the hash of a code is stored, so a copy of the database gives no access.
 */
export const makePasswordResets = ({ database, passwords, sessions, now, random }: ResetPorts) => {
  const { db, write } = database;
  const at = (): number => Math.floor(now());
  const isOpen = (hash: string) =>
    db
      .selectFrom('password_resets')
      .select('user_id')
      .where('code_hash', '=', hash)
      .where('expires_at', '>', at())
      .executeTakeFirst();

  return {
    /** Creates a code, which replaces the account's older one. Null if the older one is newer than `pauseMs`, or the user is gone. */
    open: async (user: number, pauseMs = RESET_PAUSE_MS): Promise<string | null> => {
      const code = makeCode(random, CODE_BYTES);
      const created_at = at();
      const row = { code_hash: hashOfCode(code), created_at, expires_at: created_at + RESET_LIFE_MS };
      const opened = await write(
        (trx) =>
          trx
            .insertInto('password_resets')
            .values({ user_id: user, ...row })
            .onConflict((conflict) =>
              conflict
                .column('user_id')
                .doUpdateSet(row)
                .where((or) =>
                  or.or([
                    or('password_resets.created_at', '<=', created_at - pauseMs),
                    // The clock was set back, so the age of the older code is unknown.
                    or('password_resets.created_at', '>', created_at),
                  ]),
                ),
            )
            .returning('user_id')
            .executeTakeFirst(),
        user,
      ).catch((error: unknown) => {
        if (isUserGone(error)) return undefined;
        throw error;
      });
      return opened ? code : null;
    },
    /** Deletes a code whose mail failed, so that the person may ask again. */
    close: (code: string): Promise<unknown> =>
      db.deleteFrom('password_resets').where('code_hash', '=', hashOfCode(code)).execute(),
    /** Sets a new password and ends all sessions. Returns the user; undefined when the code is wrong or expired. */
    use: async (code: string, password: string): Promise<StoredUser | undefined> => {
      const hash = hashOfCode(code);
      const found = await isOpen(hash);
      if (!found) return undefined;
      const set = { password_hash: await passwords.hash(password), updated_at: at() };
      return sessions.resetPassword(found.user_id, set, hash);
    },
  };
};
