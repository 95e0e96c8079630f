import { type Kysely, sql } from 'kysely';

/**
 * Adds used or ended sessions, and open reset links. A session without a row is valid as long as its token is. So
 * restoring an older database does not end newer sessions.
 */
export const accounts = async <T>(db: Kysely<T>): Promise<void> => {
  const statements = [
    sql`create table sessions (
      id text not null primary key,
      user_id bigint not null references users (id) on delete cascade,
      seen_at bigint not null,
      good_at bigint not null default -1,
      ended_at bigint)`,
    sql`create index sessions_user on sessions (user_id)`,
    sql`create table password_resets (
      user_id bigint not null primary key references users (id) on delete cascade,
      code_hash text not null unique,
      created_at bigint not null,
      expires_at bigint not null)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
