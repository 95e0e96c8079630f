import { type Kysely, sql } from 'kysely';

/** What was applied before this release is unknown, which the question mark says. */
export const recentChanges = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table applied_changes add column recent text not null default '?'`.execute(db);
};
