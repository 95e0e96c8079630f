import { emptyFields } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import type { Targets } from './listMembers';
import { notFound, notUnique } from './problems';
import type { RecordParts } from './recordParts';
import { rowEvent } from './rowEvents';
import type { CreateData } from './schemas';
import type { LockedWrite, Writer } from './userLocks';
import { columnsOf, type Fields, recordText } from './wireRecord';

/** Creating: the function it makes creates the row, or returns the existing one with the uuid, removed or not. */
export const makeCreateRow = (parts: RecordParts) => {
  const { queries, clash, makeRoom, withLocksOf, newDocumentId, applied } = parts;

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

  return (writer: Writer, collection: Collection, data: CreateData, keys: readonly string[]) => {
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
      const row = { ...stored, owner_id };
      await write.emit(rowEvent(write, collection, row, 'create'));
      await applied.remember(write.trx, user, { row: uuid, keys });
      return { isNew: true, record: recordText(collection, row) };
    });
  };
};
