import { type Kysely, sql } from 'kysely';

/** Adds the order of items that were moved by hand. */
export const itemOrder = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table items add column "order" text not null default ''`.execute(db);
};
