import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../../src/contract/records';
import type { Database } from './databasePort';
import { isOneOf } from './manyRows';
import { type Executor, prepare, slot } from './preparedQuery';

/** A person who is in a shared list now. */
export interface ListMember {
  readonly owner: number;
  readonly list: string;
  readonly user: number;
}

/** The rows of a write, by either of their ids; for new items, their list. */
export interface Targets {
  readonly collection: Collection;
  readonly documents: readonly string[];
  readonly uuids: readonly string[];
}

const membersWhere = (where: RawBuilder<unknown>) =>
  sql<ListMember>`select owner_id as owner, list, user_id as "user" from memberships where ended_at is null and ${where}`;

/** All members of one list; empty for a list that was never shared. */
export const membersOfList = async (trx: Executor, owner: number, list: string): Promise<ListMember[]> =>
  (await membersWhere(sql`owner_id = ${owner} and list = ${list}`).execute(trx)).rows;

/** All members of all shared lists of the user. */
export const membersBesideUser = async (trx: Executor, user: number): Promise<ListMember[]> => {
  const listsOfUser = sql`select owner_id, list from memberships where user_id = ${user} and ended_at is null`;
  return (await membersWhere(sql`(owner_id, list) in (${listsOfUser})`).execute(trx)).rows;
};

const LISTS_OF_ROWS = {
  lists: sql`select r.user_id, r.uuid from lists r`,
  items: sql`select r.user_id, r.list from items r`,
} as const;
const ROWS_OF_MEMBERSHIP = {
  lists: sql`join lists r on r.user_id = w.owner_id and r.uuid = w.list`,
  items: sql`join items r on r.user_id = w.owner_id and r.list = w.list`,
} as const;

const memberQueries = (database: Database, collection: Collection) => {
  const byDocuments = sql`${LISTS_OF_ROWS[collection]} where ${isOneOf(database, sql`r.document_id`, 'documents')}`;
  const byUuids = sql`select w.owner_id, w.list from memberships w ${ROWS_OF_MEMBERSHIP[collection]}
    where w.user_id = ${slot('user')} and w.ended_at is null and ${isOneOf(database, sql`r.uuid`, 'uuids')}`;
  return {
    byDocuments: prepare<ListMember>(database.db, membersWhere(sql`(owner_id, list) in (${byDocuments})`)),
    byUuids: prepare<ListMember>(database.db, membersWhere(sql`(owner_id, list) in (${byUuids})`)),
  };
};

/** Finds all members of the shared lists that the rows belong to, if the user is a member too. */
export const makeMembersOfRows = (database: Database) => {
  const queries = { lists: memberQueries(database, 'lists'), items: memberQueries(database, 'items') };
  return async (trx: Executor, user: number, { collection, documents, uuids }: Targets): Promise<ListMember[]> => {
    const { byDocuments, byUuids } = queries[collection];
    const found: ListMember[] = [];
    if (documents.length > 0) found.push(...(await byDocuments.all(trx, { documents: JSON.stringify(documents) })));
    if (uuids.length > 0) found.push(...(await byUuids.all(trx, { user, uuids: JSON.stringify(uuids) })));
    // A request that names a stranger's row must not lock that stranger.
    const mine = new Set(found.filter((member) => member.user === user).map(({ owner, list }) => `${owner} ${list}`));
    return found.filter(({ owner, list }) => mine.has(`${owner} ${list}`));
  };
};
