import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../databasePort';

/** Stores the content of removed lists for a while, apart from the tombstone, so that they can be restored. */
export const removedLists = async <T>(db: Kysely<T>, dialect: Dialect): Promise<void> => {
  const ordered = sql.raw(dialect === 'sqlite' ? 'without rowid' : '');
  await sql`create table removed_lists (
    user_id bigint not null references users (id) on delete cascade,
    document_id text not null,
    uuid text not null,
    created_at bigint not null,
    removed_at bigint not null,
    name text not null,
    icon text not null,
    items_count bigint not null,
    items text not null,
    primary key (user_id, document_id)) ${ordered}`.execute(db);
  await sql`create index removed_lists_removed on removed_lists (removed_at)`.execute(db);
};
