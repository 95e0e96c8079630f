import { type Kysely, sql } from 'kysely';

/** Keys have no order any more: each applied one stands by itself, and goes when it is old. */
export const plainKeys = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`drop table applied_changes`.execute(db);
  await sql`create index seen_keys_seen on seen_keys (seen_at)`.execute(db);
};
