import { emptyFields } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import { makeAppliedKeys } from './appliedKeys';
import type { Database } from './databasePort';
import { makeMembersOfRows, type Targets } from './listMembers';
import { idsOf, makePatchRows, type Patch } from './patchRows';
import { notFound, notUnique, type Problem } from './problems';
import { recordQueries, storedRow } from './recordQueries';
import { makeRemovedLists } from './removedLists';
import { makeRemoveItemsOf } from './removeItemsOf';
import type { RowClash } from './rowClash';
import { rowEvent } from './rowEvents';
import type { MakeRoom } from './rowLimits';
import type { CreateData } from './schemas';
import type { LockedWrite, WithUserLocks, Writer } from './userLocks';
import { columnsOf, type Fields, recordText, type SeenRow, tombstoneOf } from './wireRecord';

interface RecordPorts {
  readonly database: Database;
  readonly now: () => number;
  readonly newDocumentId: () => string;
  readonly withUserLocks: WithUserLocks;
  readonly clash: RowClash;
  /** Removes somebody from a list, within the transaction of a write. */
  readonly removeMember: (write: LockedWrite, list: SeenRow, person: number) => Promise<void>;
  readonly makeRoom: MakeRoom;
}

/**
 * Reads and writes the rows that one user sees (`listAccess.ts`). Records are returned as JSON text. A row that is
 * missing or not visible is a 404. A removed one is a tombstone, which takes no more changes.
 */
export const makeRecordService = ({
  database,
  now,
  newDocumentId,
  withUserLocks,
  clash,
  removeMember,
  makeRoom,
}: RecordPorts) => {
  const applied = makeAppliedKeys(database, now);
  const queries = { lists: recordQueries(database, 'lists'), items: recordQueries(database, 'items') };
  const removeItemsOf = makeRemoveItemsOf(database);
  const patchRows = makePatchRows(queries, applied);
  const membersOfRows = makeMembersOfRows(database);
  const removedLists = makeRemovedLists(database);
  const { db } = database;

  const withLocksOf = <T>(writer: Writer, targets: Targets, work: (write: LockedWrite) => Promise<T>): Promise<T> =>
    withUserLocks(writer, (trx) => membersOfRows(trx, writer.userId, targets), work);

  /**
   * The owner of a new row: the owner of its list, or the writer of a new list.
   * @throws 404 without a living list
   */
  const ownerOfNew = async (write: LockedWrite, user: number, uuid: string, list: string | null): Promise<number> => {
    if (list === null) {
      await makeRoom.forList(write.trx, user);
      return user;
    }
    const parent = await queries.lists.byUuid.first(write.trx, { user, uuid: list });
    if (parent?.deleted_at !== null) throw notFound('List not found');
    const members = write.membersOf(parent.owner_id, list);
    if (members.length > 1 && (await clash.withRowsOf(write.trx, members, uuid))) throw notUnique();
    await makeRoom.forItems(write.trx, parent.owner_id, list, 1);
    return parent.owner_id;
  };

  return {
    /** All rows since the given time (epoch ms), tombstones included, by creation time. */
    since: (userId: number, collection: Collection, since: number): Promise<SeenRow[]> =>
      queries[collection].since.all(db, { user: userId, since }),

    /** @throws 404 for a row that is missing or removed */
    one: async (userId: number, collection: Collection, documentId: string): Promise<string> => {
      const row = await queries[collection].byDocument.first(db, { user: userId, document: documentId });
      if (!row || row.deleted_at !== null) throw notFound();
      return recordText(collection, row);
    },

    /** Creates the row, or returns the existing one with the uuid, removed or not. */
    create: (writer: Writer, collection: Collection, data: CreateData, keys: readonly string[]) => {
      const { uuid, list = null, ...fields } = data;
      const parents: Targets = { collection: 'lists', documents: [], uuids: list === null ? [] : [list] };
      return withLocksOf(writer, parents, async (write) => {
        const user = writer.userId;
        const existing = await queries[collection].byUuidOrLeft.first(write.trx, { user, uuid });
        if (existing) return { isNew: false, record: recordText(collection, existing) };
        const owner_id = await ownerOfNew(write, user, uuid, list);
        const created_at = write.tick();
        const stored = {
          uuid,
          document_id: newDocumentId(),
          created_at,
          updated_at: created_at,
          deleted_at: null,
          ...(list !== null && { list }),
          ...columnsOf({ ...emptyFields[collection], ...(fields as Fields) }),
        };
        await queries[collection].insert(write.trx, [{ user_id: owner_id, ...stored }]);
        if (collection === 'lists') await removedLists.forgetInPlaceOf(write.trx, user, uuid);
        const row = { ...stored, owner_id };
        await write.emit(rowEvent(write, collection, row, 'create'));
        await applied.remember(write.trx, user, { row: uuid, keys });
        return { isNew: true, record: recordText(collection, row) };
      });
    },

    /** Returns the row after the write, whether it was applied now or before. */
    update: (writer: Writer, collection: Collection, patch: Patch): Promise<string> =>
      withLocksOf(writer, { collection, ...idsOf([patch]) }, async (write) => {
        const [outcome] = await patchRows(write, writer.userId, collection, [patch]);
        if (typeof outcome !== 'string') throw outcome;
        return outcome;
      }),

    /**
     * Applies all entries in one transaction, each on its own. The outcomes have the order of the entries; a wrong
     * entry's outcome is its problem.
     */
    patchAll: (writer: Writer, collection: Collection, patches: readonly Patch[]): Promise<(string | Problem)[]> =>
      withLocksOf(writer, { collection, ...idsOf(patches) }, (write) =>
        patchRows(write, writer.userId, collection, patches),
      ),

    /**
     * Turns the row into a tombstone; a list's items first. Removing twice has no further effect. A member who removes
     * a shared list only leaves it.
     * @returns the current row if this removal is a repetition and was undone meanwhile, else null
     */
    remove: (
      writer: Writer,
      collection: Collection,
      documentId: string,
      keys: readonly string[],
    ): Promise<string | null> =>
      withLocksOf(writer, { collection, documents: [documentId], uuids: [] }, async (write) => {
        const user = writer.userId;
        const row = await queries[collection].byDocument.first(write.trx, { user, document: documentId });
        if (!row) throw notFound();
        if (row.deleted_at !== null) return null;
        const keyed = { row: row.uuid, keys };
        const known = await applied.of(write.trx, user, [keyed]);
        if (known.has(keyed)) return recordText(collection, row);
        if (collection === 'lists' && row.owner_id !== user) await removeMember(write, row, user);
        else {
          if (collection === 'lists') {
            const items = await removeItemsOf(write, user, row.uuid);
            await removedLists.keep(write.trx, user, row, items, now());
          }
          const tombstone = tombstoneOf(collection, row, write.tick());
          await queries[collection].replace(write.trx, [storedRow(tombstone)]);
          await write.emit(rowEvent(write, collection, tombstone, 'delete'));
        }
        known.add(keyed);
        await known.store();
        return null;
      }),
  };
};
