import { type Collection, emptyFields } from '../../src/contract/records';
import { makeAppliedKeys } from './appliedKeys';
import { seatsOfRows, type Targets } from './audience';
import type { Database } from './databasePort';
import { type EventKind, eventName } from './eventName';
import { makeItemBurial } from './itemBurial';
import { invalid, notFound, notUnique, Problem } from './problems';
import { recordQueries } from './recordQueries';
import { makeRemovedLists } from './removedLists';
import type { RowClash } from './rowClash';
import { makeRowLimits, type RowLimits } from './rowLimits';
import type { CreateData } from './schemas';
import type { TakeTurn, Turn, Writer } from './userTurn';
import { columnsOf, type Fields, fieldsOf, type RecordRow, recordText, type SeenRow, tombstoneOf } from './wireRecord';

const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  throw error;
};

export interface RecordPorts {
  readonly database: Database;
  readonly now: () => number;
  readonly newDocumentId: () => string;
  readonly takeTurn: TakeTurn;
  readonly clash: RowClash;
  /** Takes somebody out of a list, in the turn of a write. */
  readonly takeOut: (turn: Turn, list: SeenRow, person: number) => Promise<void>;
  readonly limits?: RowLimits | undefined;
}

/** One entry of a batch: which row, by either id, and the fields to set. */
export interface Patch {
  readonly documentId: string | null;
  readonly uuid: string | null;
  readonly fields: Fields;
  readonly keys: readonly string[];
}

/** By the document id alone where there is one: it is what finds the row then. */
const targetsOf = (collection: Collection, patches: readonly Patch[]): Targets => ({
  collection,
  documents: patches.flatMap(({ documentId }) => (documentId === null ? [] : [documentId])),
  uuids: patches.flatMap(({ documentId, uuid }) => (documentId === null && uuid !== null ? [uuid] : [])),
});

/** Uuid of the list that the row is or belongs to. */
const listOf = (row: RecordRow): string => row.list ?? row.uuid;

/**
 * Reads and writes the rows that one user sees (`listAccess.ts`). Records come back as JSON text. A row that is not there, or not
 * for the user to see, is a thrown 404; a removed one is a tombstone, which takes no more changes.
 */
export const makeRecordService = ({ database, now, newDocumentId, takeTurn, clash, takeOut, limits }: RecordPorts) => {
  const applied = makeAppliedKeys(database, now);
  const queries = { lists: recordQueries(database, 'lists'), items: recordQueries(database, 'items') };
  const buryItemsOf = makeItemBurial(database);
  const makeRoom = makeRowLimits(database, limits);
  const removedLists = makeRemovedLists(database);
  const { db } = database;

  const turnAt = <T>(writer: Writer, targets: Targets, work: (turn: Turn) => Promise<T>): Promise<T> =>
    takeTurn(writer, (trx) => seatsOfRows(trx, writer.userId, targets), work);

  const tell = (turn: Turn, collection: Collection, row: SeenRow, kind: EventKind): Promise<void> => {
    const readers = turn.membersOf(row.owner_id, listOf(row));
    const textFor = (reader: number): string =>
      recordText(collection, { ...row, is_owner: reader === row.owner_id ? 1 : 0, members: readers.length });
    const text = recordText(collection, row);
    const data = collection === 'lists' ? textFor : () => text;
    return turn.emit(readers, { id: row.updated_at, name: eventName(collection, kind), data });
  };

  const save = async (turn: Turn, collection: Collection, row: SeenRow, kind: EventKind): Promise<string> => {
    const { owner_id: owner, uuid, updated_at, deleted_at } = row;
    const columns = columnsOf(fieldsOf(collection, row));
    await queries[collection].update.all(turn.trx, { owner, uuid, updated_at, deleted_at, ...columns });
    await tell(turn, collection, row, kind);
    return recordText(collection, row);
  };

  const edit = async (turn: Turn, collection: Collection, row: SeenRow, fields: Fields) => {
    const before = fieldsOf(collection, row);
    const isSame = Object.entries(fields).every(([name, value]) => before[name] === value);
    if (isSame) return recordText(collection, row);
    return save(turn, collection, { ...row, ...columnsOf(fields), updated_at: turn.tick() }, 'patch');
  };

  const find = async (turn: Turn, user: number, collection: Collection, { documentId, uuid }: Patch) => {
    const { byDocument, byUuid } = queries[collection];
    const row =
      documentId === null
        ? await byUuid.first(turn.trx, { user, uuid })
        : await byDocument.first(turn.trx, { user, document: documentId });
    if (!row) throw notFound();
    if (uuid !== null && uuid !== row.uuid) throw invalid('uuid cannot be changed');
    return row;
  };

  const patchOne = async (turn: Turn, writer: Writer, collection: Collection, patch: Patch): Promise<string> => {
    const user = writer.userId;
    const row = await find(turn, user, collection, patch);
    if (await applied.has(turn.trx, user, row.uuid, patch.keys)) return recordText(collection, row);
    if (row.deleted_at !== null) throw notFound();
    const record = await edit(turn, collection, row, patch.fields);
    await applied.remember(turn.trx, user, row.uuid, patch.keys);
    return record;
  };

  /** Whose rows a new one lies among: the owner of its list, or the writer of a new list. @throws 404 without an alive list */
  const ownerOfNew = async (turn: Turn, user: number, uuid: string, list: string | null): Promise<number> => {
    if (list === null) {
      await makeRoom.forList(turn.trx, user);
      return user;
    }
    const parent = await queries.lists.byUuid.first(turn.trx, { user, uuid: list });
    if (parent?.deleted_at !== null) throw notFound('List not found');
    const members = turn.membersOf(parent.owner_id, list);
    if (members.length > 1 && (await clash.withRowsOf(turn.trx, members, uuid))) throw notUnique();
    await makeRoom.forItem(turn.trx, parent.owner_id, list);
    return parent.owner_id;
  };

  return {
    /** All rows told since the given moment (epoch ms), tombstones too, in order of creation. */
    since: (userId: number, collection: Collection, since: number): Promise<SeenRow[]> =>
      queries[collection].since.all(db, { user: userId, since }),

    /** @throws 404 for a row that is not alive */
    one: async (userId: number, collection: Collection, documentId: string): Promise<string> => {
      const row = await queries[collection].byDocument.first(db, { user: userId, document: documentId });
      if (!row || row.deleted_at !== null) throw notFound();
      return recordText(collection, row);
    },

    /** Creates the row, or answers the one that has the uuid already, removed or not. */
    create: (writer: Writer, collection: Collection, data: CreateData, keys: readonly string[]) => {
      const { uuid, list = null, ...fields } = data;
      const parents: Targets = { collection: 'lists', documents: [], uuids: list === null ? [] : [list] };
      return turnAt(writer, parents, async (turn) => {
        const user = writer.userId;
        const existing = await queries[collection].byUuidOrLeft.first(turn.trx, { user, uuid });
        if (existing) return { isNew: false, record: recordText(collection, existing) };
        const owner_id = await ownerOfNew(turn, user, uuid, list);
        const created_at = turn.tick();
        const stored = {
          uuid,
          document_id: newDocumentId(),
          created_at,
          updated_at: created_at,
          deleted_at: null,
          ...(list !== null && { list }),
          ...columnsOf({ ...emptyFields[collection], ...(fields as Fields) }),
        };
        await queries[collection].insert.all(turn.trx, { user_id: owner_id, ...stored });
        const row = { ...stored, owner_id };
        await tell(turn, collection, row, 'create');
        await applied.remember(turn.trx, user, uuid, keys);
        return { isNew: true, record: recordText(collection, row) };
      });
    },

    /** The row as it stands after the write, whether that was applied now or before. */
    update: (writer: Writer, collection: Collection, patch: Patch): Promise<string> =>
      turnAt(writer, targetsOf(collection, [patch]), (turn) => patchOne(turn, writer, collection, patch)),

    /** Each entry on its own, all in one transaction: what is wrong with one is its outcome, in the entries' order. */
    patchAll: (writer: Writer, collection: Collection, patches: readonly Patch[]): Promise<(string | Problem)[]> =>
      turnAt(writer, targetsOf(collection, patches), async (turn) => {
        const outcomes: (string | Problem)[] = [];
        for (const patch of patches) outcomes.push(await patchOne(turn, writer, collection, patch).catch(asProblem));
        return outcomes;
      }),

    /**
     * Leaves a tombstone, and tombstones of a list's items before it. Removing twice is as good as once. A list's member
     * removes it for nobody else: they leave it.
     * @returns the row as it stands where the removal comes again and was taken back meanwhile, else null
     */
    remove: (
      writer: Writer,
      collection: Collection,
      documentId: string,
      keys: readonly string[],
    ): Promise<string | null> =>
      turnAt(writer, { collection, documents: [documentId], uuids: [] }, async (turn) => {
        const user = writer.userId;
        const row = await queries[collection].byDocument.first(turn.trx, { user, document: documentId });
        if (!row) throw notFound();
        if (row.deleted_at !== null) return null;
        if (await applied.has(turn.trx, user, row.uuid, keys)) return recordText(collection, row);
        if (collection === 'lists' && row.owner_id !== user) await takeOut(turn, row, user);
        else {
          if (collection === 'lists') {
            const items = await buryItemsOf(turn, user, row.uuid);
            await removedLists.keep(turn.trx, user, row, items, now());
          }
          await save(turn, collection, tombstoneOf(collection, row, turn.tick()), 'delete');
        }
        await applied.remember(turn.trx, user, row.uuid, keys);
        return null;
      }),
  };
};

export type RecordService = ReturnType<typeof makeRecordService>;
