import { type Kysely, sql } from 'kysely';

/**
 * Adds memberships and open invitations. The owner is no foreign key: deleting an account must not cascade into what
 * other members see.
 */
export const sharing = async <T>(db: Kysely<T>): Promise<void> => {
  const statements = [
    sql`alter table users add column name text`,
    sql`alter table users add column shares bigint not null default 0`,
    sql`create table memberships (
      user_id bigint not null references users (id) on delete cascade,
      list text not null,
      owner_id bigint not null,
      id text not null,
      document_id text not null,
      list_created_at bigint not null,
      joined_at bigint not null,
      told_at bigint not null,
      ended_at bigint,
      primary key (user_id, list))`,
    sql`create index memberships_list on memberships (owner_id, list)`,
    sql`create table invites (
      id text not null primary key,
      owner_id bigint not null references users (id) on delete cascade,
      list text not null,
      code_hash text not null unique,
      created_at bigint not null,
      expires_at bigint not null,
      accepted bigint not null)`,
    sql`create index invites_list on invites (owner_id, list)`,
    // A row is looked up by document id under any owner. A delta reads one list since a given time.
    sql`drop index lists_document`,
    sql`drop index items_document`,
    sql`create index lists_by_document on lists (document_id)`,
    sql`create index items_by_document on items (document_id)`,
    sql`drop index items_list`,
    sql`create index items_list on items (user_id, list, updated_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
