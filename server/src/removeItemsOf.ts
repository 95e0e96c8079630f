import type { Database } from './databasePort';
import { aliveItemsQuery, recordQueries } from './recordQueries';
import { rowEvent } from './rowEvents';
import type { LockedWrite } from './userLocks';
import { type RecordRow, tombstoneOf } from './wireRecord';

/**
 * Turns all items of a list into tombstones, with the same number of statements for any number of items. So other
 * writes do not wait longer for a large list. The returned function returns the items as they were.
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
