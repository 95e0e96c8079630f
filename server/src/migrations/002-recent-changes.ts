import { type Kysely, sql } from 'kysely';

/** The question mark means unknown: which changes were applied before this release. */
export const recentChanges = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table applied_changes add column recent text not null default '?'`.execute(db);
};
