import type { Database } from './databasePort';
import { aliveItemsQuery, recordQueries } from './recordQueries';
import { rowEvent } from './rowEvents';
import type { LockedWrite } from './userLocks';
import { type RecordRow, tombstoneOf } from './wireRecord';

/**
 * Makes tombstones of all items of a list in as many statements as for one: their number must not decide how long the other writes wait.
 * The function it makes returns the items as they were.
 */
export const makeRemoveItemsOf = (database: Database) => {
  const aliveItemsOf = aliveItemsQuery(database);
  const { replace } = recordQueries(database, 'items');
  return async (write: LockedWrite, owner: number, list: string): Promise<readonly RecordRow[]> => {
    const items = await aliveItemsOf.all(write.trx, { owner, list });
    if (items.length === 0) return items;
    const first = write.tick(items.length);
    const tombstones = items.map((item, at) => tombstoneOf('items', item, first + at));
    await replace(write.trx, tombstones);
    await write.emit(...tombstones.map((row) => rowEvent(write, 'items', { ...row, owner_id: owner }, 'delete')));
    return items;
  };
};
