import { type Kysely, sql } from 'kysely';

/** Keys have no order any more. Each applied key is one row, which is purged when it is old. */
export const plainKeys = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`drop table applied_changes`.execute(db);
  await sql`create index seen_keys_seen on seen_keys (seen_at)`.execute(db);
};
