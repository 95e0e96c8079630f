import type { Collection } from '../../src/contract/records';
import type { AppliedKeys } from './appliedKeys';
import { invalid, notFound, Problem, tooLarge } from './problems';
import { type RecordQueries, storedRow } from './recordQueries';
import { rowEvent } from './rowEvents';
import type { LockedWrite, NewEvent } from './userLocks';
import { columnsOf, type Fields, fieldsOf, recordText, type SeenRow } from './wireRecord';

/** One entry of a batch: the row, by either id, and the fields to set. */
export interface Patch {
  readonly documentId: string | null;
  readonly uuid: string | null;
  readonly fields: Fields;
  readonly keys: readonly string[];
}

/** The ids to look up. The uuid is used only for entries without a document id. */
export const idsOf = (patches: readonly Patch[]) => ({
  documents: patches.flatMap(({ documentId }) => (documentId === null ? [] : [documentId])),
  uuids: patches.flatMap(({ documentId, uuid }) => (documentId === null && uuid !== null ? [uuid] : [])),
});

/**
 * The most characters of all records that a batch answers and tells its readers. Thousands of short entries may name one
 * row with a long text. No client's batch gets near: it would have to tell twenty members of five thousand rows.
 */
const MOST_TEXT = 64 * 1024 * 1024;

/** Maps ids to rows; the first row with an id wins, as in a look-up of that id. */
const byId = (rows: readonly SeenRow[], id: 'uuid' | 'document_id') =>
  new Map(rows.toReversed().map((row) => [row[id], row]));

const hasChange = (collection: Collection, row: SeenRow, fields: Fields): boolean => {
  const before: Fields = fieldsOf(collection, row);
  return Object.entries(fields).some(([name, value]) => before[name] !== value);
};

/**
 * Applies the entries of a batch one after the other, each to the result of those before. All rows are read before and
 * written after, so the number of statements does not grow with the batch.
 * @returns for each entry the record as JSON, or the problem
 */
export const makePatchRows = (queries: Record<Collection, RecordQueries>, applied: AppliedKeys) => {
  const read = async (write: LockedWrite, user: number, collection: Collection, patches: readonly Patch[]) => {
    const { documents, uuids } = idsOf(patches);
    const { byDocuments, byUuids } = queries[collection];
    const ofDocuments =
      documents.length > 0 ? await byDocuments.all(write.trx, { user, documents: JSON.stringify(documents) }) : [];
    const ofUuids = uuids.length > 0 ? await byUuids.all(write.trx, { user, uuids: JSON.stringify(uuids) }) : [];
    const byDocument = byId(ofDocuments, 'document_id');
    const byUuid = byId(ofUuids, 'uuid');
    return ({ documentId, uuid }: Patch): SeenRow | Problem => {
      const row = documentId === null ? byUuid.get(uuid ?? '') : byDocument.get(documentId);
      if (!row) return notFound();
      return uuid !== null && uuid !== row.uuid ? invalid('uuid cannot be changed') : row;
    };
  };

  return async (write: LockedWrite, user: number, collection: Collection, patches: readonly Patch[]) => {
    const find = await read(write, user, collection, patches);
    const found = patches.map((patch) => ({ patch, row: find(patch) }));
    const writes = found.flatMap(({ patch: { keys }, row }) =>
      row instanceof Problem ? [] : [{ row: row.uuid, keys }],
    );
    const keys = await applied.of(write.trx, user, writes);
    const changed = new Map<string, SeenRow>();
    const events: NewEvent[] = [];
    let room = MOST_TEXT;
    /** @throws 413 when the batch has become too long */
    const textOf = (row: SeenRow, times: number): string => {
      const text = recordText(collection, row);
      room -= text.length * times;
      if (room < 0) throw tooLarge('The records of these entries are too long for one answer');
      return text;
    };

    const outcomes = found.map(({ patch, row: stored }): string | Problem => {
      if (stored instanceof Problem) return stored;
      const row = changed.get(stored.uuid) ?? stored;
      const keyed = { row: row.uuid, keys: patch.keys };
      if (keys.has(keyed)) return textOf(row, 1);
      if (row.deleted_at !== null) return notFound();
      keys.add(keyed);
      if (!hasChange(collection, row, patch.fields)) return textOf(row, 1);
      const edited = { ...row, ...columnsOf(patch.fields), updated_at: write.tick() };
      changed.set(edited.uuid, edited);
      const event = rowEvent(write, collection, edited, 'patch');
      events.push(event);
      return textOf(edited, 1 + event.readers.length);
    });
    await queries[collection].replace(write.trx, [...changed.values()].map(storedRow));
    await write.emit(...events);
    await keys.store();
    return outcomes;
  };
};
