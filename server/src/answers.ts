import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables';

/** Whether the database answers at all. */
export const answers = async (db: Kysely<Tables>): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
