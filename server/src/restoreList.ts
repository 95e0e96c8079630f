import { emptyFields } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import type { Database } from './databasePort';
import { membersOfList } from './listMembers';
import type { Memberships } from './memberships';
import { notFound } from './problems';
import { recordQueries } from './recordQueries';
import { type KeptRow, makeRemovedLists, withNewUuids } from './removedLists';
import { rowEvent } from './rowEvents';
import type { MakeRoom } from './rowLimits';
import type { LockedWrite, WithUserLocks, Writer } from './userLocks';
import { columnsOf, type RecordRow, recordText } from './wireRecord';

type NewRow = Pick<KeptRow, 'uuid' | 'fields'>;

interface RestorePorts {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
  readonly withUserLocks: WithUserLocks;
  readonly memberships: Memberships;
  readonly makeRoom: MakeRoom;
}

/**
 * Restores a removed list with its items in their old order, and with its members. All rows are new, so every device
 * receives them like others, even one that missed the removal.
 */
export const makeRestoreList = ({ database, now, newId, withUserLocks, memberships, makeRoom }: RestorePorts) => {
  const removedLists = makeRemovedLists(database);
  const queries = { lists: recordQueries(database, 'lists'), items: recordQueries(database, 'items') };

  /** Inserts new rows and emits their events to the owner. The new list has no members yet. */
  const insertAll = async (
    write: LockedWrite,
    user: number,
    collection: Collection,
    added: readonly NewRow[],
    list?: string,
  ): Promise<RecordRow[]> => {
    if (added.length === 0) return [];
    const first = write.tick(added.length);
    const rows = added.map(({ uuid, fields }, at) => ({
      uuid,
      document_id: newId(),
      created_at: first + at,
      updated_at: first + at,
      deleted_at: null,
      ...(list !== undefined && { list }),
      ...columnsOf({ ...emptyFields[collection], ...fields }),
    }));
    await queries[collection].insert(
      write.trx,
      rows.map((row) => ({ user_id: user, ...row })),
    );
    await write.emit(...rows.map((row) => rowEvent(write, collection, { ...row, owner_id: user }, 'create')));
    return rows;
  };

  /**
   * @returns the record of the new list
   * @throws 404 when the list is not stored any more; 400 when there is no room for it
   */
  return async (writer: Writer, documentId: string): Promise<string> => {
    const user = writer.userId;
    const place = await removedLists.placeOf(user, documentId);
    if (!place) throw notFound();
    return withUserLocks(
      { ...writer, session: null },
      (trx) => membersOfList(trx, user, place.uuid),
      async (write) => {
        const kept = await removedLists.take(write.trx, user, documentId, now());
        if (!kept) throw notFound();
        await makeRoom.forList(write.trx, user);
        const [row] = await insertAll(write, user, 'lists', withNewUuids([kept]));
        if (!row) throw new Error('a list was inserted and is not there');
        await makeRoom.forItems(write.trx, user, row.uuid, kept.items.length);
        await insertAll(write, user, 'items', withNewUuids(kept.items), row.uuid);
        await memberships.readdMembers(write, { ...row, owner_id: user }, kept.uuid);
        return recordText('lists', row);
      },
    );
  };
};
