import type { Collection } from '../../src/contract/records';
import { makeCreateRow } from './createRow';
import { idsOf, makePatchRows, type Patch } from './patchRows';
import { notFound, type Problem } from './problems';
import { makeRecordParts, type RecordPorts } from './recordParts';
import { makeRemoveRow } from './removeRow';
import type { Writer } from './userLocks';
import { recordText, type SeenRow } from './wireRecord';

/**
 * Reads and writes the rows that one user sees (`listAccess.ts`). Records are returned as JSON text. A row that is
 * missing or not visible is a 404. A removed one is a tombstone, which takes no more changes.
 */
export const makeRecordService = (ports: RecordPorts) => {
  const parts = makeRecordParts(ports);
  const { queries, applied, withLocksOf } = parts;
  const { db } = ports.database;
  const patchRows = makePatchRows(queries, applied);

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

    create: makeCreateRow(parts),
    remove: makeRemoveRow(parts),

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
  };
};
