import { sql } from 'kysely';
import type { Collection } from '../../src/contract/records';
import type { Database } from './databasePort';
import { seenRows } from './listAccess';
import { prepare } from './preparedQuery';
import type { RemovedLists } from './removedLists';
import type { StoredUser } from './userStore';
import { fieldsOf, isoOf, type RecordRow, type SeenRow } from './wireRecord';

const isAlive = sql`r.deleted_at is null`;

const aliveRows = ({ db }: Database, collection: Collection) =>
  prepare<SeenRow>(db, sql<SeenRow>`${seenRows(collection, { own: isAlive, shared: isAlive })}`);

const exported = (collection: Collection, row: RecordRow) => ({
  uuid: row.uuid,
  ...fieldsOf(collection, row),
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
});

/**
 * The data export of an account: everything that the server stores about it, without secrets and without the other
 * members.
 */
export const makeAccountExport = (database: Database, removedLists: RemovedLists, now: () => number) => {
  const { db } = database;
  const queries = { lists: aliveRows(database, 'lists'), items: aliveRows(database, 'items') };

  const itemsByList = async (user: number): Promise<Map<string, object[]>> => {
    const byList = new Map<string, object[]>();
    for (const item of await queries.items.all(db, { user })) {
      const list = String(item.list);
      const among = byList.get(list) ?? [];
      among.push(exported('items', item));
      byList.set(list, among);
    }
    return byList;
  };

  /**
   * The account, its lists with items, its restorable removed lists, and the last use of each session; ready for JSON.
   */
  return async ({ id, username, email, name, created_at }: StoredUser) => {
    const items = await itemsByList(id);
    const lists = (await queries.lists.all(db, { user: id })).map((list) => ({
      ...exported('lists', list),
      role: list.is_owner === 1 ? 'owner' : 'member',
      members: list.members,
      items: items.get(list.uuid) ?? [],
    }));
    const sessions = await db.selectFrom('sessions').select('seen_at').where('user_id', '=', id).execute();
    return {
      format: 'listy-export-1',
      exportedAt: isoOf(now()),
      account: { username, email, name, createdAt: isoOf(created_at) },
      lists,
      removedLists: await removedLists.contents(id, now()),
      sessions: sessions.map(({ seen_at }) => ({ lastSeenAt: isoOf(seen_at) })),
    };
  };
};
