import { type Selectable, sql } from 'kysely';
import type { Database } from './databasePort';
import { membersBesideUser } from './listMembers';
import type { Memberships } from './memberships';
import type { Passwords } from './passwords';
import { type Executor, prepare, slot } from './preparedQuery';
import { refused } from './problems';
import type { CheckedSession, SessionStore } from './sessionStore';
import type { UserTable } from './tables';
import type { WithUserLocks } from './userLocks';

export type StoredUser = Selectable<UserTable>;

interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

interface UserPorts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly sessions: SessionStore;
  readonly now: () => number;
  readonly newDocumentId: () => string;
  readonly withUserLocks: WithUserLocks;
  readonly memberships: Memberships;
}

/** A user in Strapi's format, ready for JSON. */
export const userBody = (user: StoredUser) => ({
  id: user.id,
  documentId: user.document_id,
  username: user.username,
  email: user.email,
  name: user.name,
  provider: 'local',
  confirmed: true,
  blocked: user.blocked === 1,
  createdAt: new Date(user.created_at).toISOString(),
  updatedAt: new Date(user.updated_at).toISOString(),
});

export const makeUserStore = (ports: UserPorts) => {
  const { database, passwords, sessions, now, newDocumentId, withUserLocks, memberships } = ports;
  const { db } = database;
  const byId = prepare<StoredUser>(db, sql`select * from users where id = ${slot('id')}`);
  const isTaken = (trx: Executor, email: string, username: string) =>
    trx
      .selectFrom('users')
      .select('id')
      .where((or) =>
        or.or([or('email', 'in', [email, username.toLowerCase()]), or('username', 'in', [username, email])]),
      )
      .executeTakeFirst();

  return {
    byId: (id: number): Promise<StoredUser | undefined> => byId.first(db, { id }),
    byEmail: (email: string): Promise<StoredUser | undefined> =>
      db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst(),
    /**
     * Finds a user by email in any letter case, else by exact user name. A user name may equal another person's email,
     * so the email wins.
     */
    byIdentifier: (identifier: string): Promise<StoredUser | undefined> => {
      const email = identifier.toLowerCase();
      return db
        .selectFrom('users')
        .selectAll()
        .where((or) => or.or([or('email', '=', email), or('username', '=', identifier)]))
        .orderBy(sql`case when email = ${email} then 0 else 1 end`)
        .executeTakeFirst();
    },
    isEmpty: async (): Promise<boolean> => !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst()),
    all: (): Promise<StoredUser[]> => db.selectFrom('users').selectAll().orderBy('email').execute(),
    /** @throws 400 when the email or the name is taken */
    add: async ({ username, email, password }: NewUser): Promise<StoredUser> => {
      const password_hash = await passwords.hash(password);
      const lower = email.toLowerCase();
      const at = Math.floor(now());
      const row = { document_id: newDocumentId(), username, email: lower, password_hash };
      const added = await database.write(async (trx) => {
        if (await isTaken(trx, lower, username)) return undefined;
        return trx
          .insertInto('users')
          .values({
            ...row,
            created_at: at,
            updated_at: at,
            blocked: 0,
            token_version: 0,
            clock: 0,
            name: null,
            shares: 0,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
      });
      if (!added) throw refused('Email or Username are already taken');
      return added;
    },
    /**
     * Sets a new password and ends all sessions.
     * @param caller gets a new session id; the old one stays valid for a moment
     * @returns the updated user; undefined if the user is gone, or the caller's session has to be checked again
     */
    setPassword: async (
      id: number,
      password: string,
      caller: CheckedSession | null = null,
    ): Promise<StoredUser | undefined> => {
      const set = { password_hash: await passwords.hash(password), updated_at: Math.floor(now()) };
      return sessions.setPassword(id, set, caller);
    },
    /** Sets the name that other members of shared lists see. */
    setName: async (id: number, name: string): Promise<StoredUser | undefined> => {
      const set = { name, updated_at: Math.floor(now()) };
      return database.write(
        (trx) => trx.updateTable('users').set(set).where('id', '=', id).returningAll().executeTakeFirst(),
        id,
      );
    },
    /**
     * Deletes the user with all data that only they have. Their shared lists pass to the member who joined first.
     * @param caller null when no session asks for this
     * @returns false when there is no such user, or the caller's session has to be checked again
     */
    remove: async (email: string, caller: CheckedSession | null = null): Promise<boolean> => {
      const user = db.selectFrom('users').select('id').where('email', '=', email.toLowerCase());
      const found = await user.executeTakeFirst();
      if (!found || (caller !== null && caller.user !== found.id)) return false;
      const { id } = found;
      const writer = { userId: id, session: null, isSharing: true };
      return withUserLocks(
        writer,
        (trx) => membersBesideUser(trx, id),
        async (write) => {
          const current = await byId.first(write.trx, { id });
          const isAsChecked = caller === null || current?.token_version === caller.version;
          if (!isAsChecked || (await sessions.isOver(write.trx, id, caller?.session ?? null))) return false;
          await memberships.removeFromAll(write, id);
          await write.trx.deleteFrom('users').where('id', '=', id).execute();
          return true;
        },
      );
    },
  };
};

export type UserStore = ReturnType<typeof makeUserStore>;
