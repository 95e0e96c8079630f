import type { Insertable } from 'kysely';
import type { Database } from './databasePort';
import { eventName } from './eventName';
import { inChunks } from './inChunks';
import { aliveItemsQuery } from './recordQueries';
import type { ItemTable } from './tables';
import type { Turn } from './userTurn';
import { type RecordRow, recordText, tombstoneOf } from './wireRecord';

/**
 * Makes tombstones of all items of a list in a few statements, however many: their number must not decide how long the other writes wait. The rows are
 * replaced rather than updated from a table of moments, for which PostgreSQL may choose to compare each with each.
 * The function it makes returns the items as they were.
 */
export const makeItemBurial = (database: Database) => {
  const aliveItemsOf = aliveItemsQuery(database);
  return async (turn: Turn, owner: number, list: string): Promise<RecordRow[]> => {
    const items = await aliveItemsOf.all(turn.trx, { owner, list });
    if (items.length === 0) return items;
    const first = turn.tick(items.length);
    const tombstones = items.map((item, at) => tombstoneOf('items', item, first + at));
    const alive = turn.trx.deleteFrom('items').where('user_id', '=', owner).where('list', '=', list);
    await alive.where('deleted_at', 'is', null).execute();
    for (const rows of inChunks(tombstones)) {
      // The rows are those the table gave, so they have its columns.
      await turn.trx
        .insertInto('items')
        .values(rows as unknown as Insertable<ItemTable>[])
        .execute();
    }
    await turn.emit(
      turn.membersOf(owner, list),
      ...tombstones.map((row) => {
        const text = recordText('items', row);
        return { id: row.updated_at, name: eventName('items', 'delete'), data: () => text };
      }),
    );
    return items;
  };
};
