import type { Collection } from '../../src/contract/records';
import { notFound } from './problems';
import type { RecordParts } from './recordParts';
import { storedRow } from './recordQueries';
import { makeRemoveItemsOf } from './removeItemsOf';
import { rowEvent } from './rowEvents';
import type { Writer } from './userLocks';
import { recordText, tombstoneOf } from './wireRecord';

/**
 * Removing: the function it makes turns the row into a tombstone; a list's items first. Removing twice has no further
 * effect. A member who removes a shared list only leaves it. It returns the current row if this removal is a repetition
 * and was undone meanwhile, else null.
 */
export const makeRemoveRow = (parts: RecordParts) => {
  const { database, queries, applied, removedLists, removeMember, withLocksOf, now } = parts;
  const removeItemsOf = makeRemoveItemsOf(database);

  return (
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
    });
};
