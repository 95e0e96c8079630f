import type { Insertable } from 'kysely';
import type { StreamEventName } from '../../src/contract/events';
import { type Collection, emptyFields } from '../../src/contract/records';
import { makeAppliedKeys } from './appliedKeys';
import type { Database } from './database';
import { inChunks } from './inChunks';
import { invalid, notFound, Problem } from './problems';
import { aliveItemsQuery, recordQueries } from './recordQueries';
import { makeRowLimits, type RowLimits } from './rowLimits';
import type { CreateData } from './schemas';
import type { ItemTable } from './tables';
import { makeTakeTurn, type Turn, type Writer } from './userTurn';
import { columnsOf, type Fields, fieldsOf, type RecordRow, recordText } from './wireRecord';

type EventKind = 'create' | 'patch' | 'delete';
const eventName = (collection: Collection, kind: EventKind): StreamEventName =>
  collection === 'lists' ? `list::${kind}` : `list-item::${kind}`;

/** A tombstone keeps the ids and the times, and nothing a person wrote. */
const tombstoneOf = (collection: Collection, row: RecordRow, moment: number): RecordRow => ({
  ...row,
  ...columnsOf(emptyFields[collection]),
  updated_at: moment,
  deleted_at: moment,
});

const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  throw error;
};

export interface RecordPorts {
  readonly database: Database;
  readonly now: () => number;
  readonly newDocumentId: () => string;
  /** Called after each commit that moved a user's event log. */
  readonly onCommit: (userId: number) => void;
  readonly limits?: RowLimits | undefined;
}

/** One entry of a batch: which row, by either id, and the fields to set. */
export interface Patch {
  readonly documentId: string | null;
  readonly uuid: string | null;
  readonly fields: Fields;
  readonly keys: readonly string[];
}

/**
 * Reads and writes the rows of one user. Records come back as JSON text. A row that is not there, or not the user's, is a
 * thrown 404; a removed one is a tombstone, which takes no more changes.
 */
export const makeRecordService = ({ database, now, newDocumentId, onCommit, limits }: RecordPorts) => {
  const takeTurn = makeTakeTurn(database, now, onCommit);
  const applied = makeAppliedKeys(database, now);
  const queries = { lists: recordQueries(database, 'lists'), items: recordQueries(database, 'items') };
  const aliveItemsOf = aliveItemsQuery(database);
  const makeRoom = makeRowLimits(database, limits);
  const { db } = database;

  const save = async (turn: Turn, writer: Writer, collection: Collection, row: RecordRow, kind: EventKind) => {
    const { uuid, updated_at, deleted_at } = row;
    const columns = columnsOf(fieldsOf(collection, row));
    await queries[collection].update.all(turn.trx, { user: writer.userId, uuid, updated_at, deleted_at, ...columns });
    const text = recordText(collection, row);
    await turn.emit({ id: updated_at, name: eventName(collection, kind), data: text });
    return text;
  };

  const bury = (turn: Turn, writer: Writer, collection: Collection, row: RecordRow) =>
    save(turn, writer, collection, tombstoneOf(collection, row, turn.tick()), 'delete');

  /**
   * All items of a list in a few statements, however many: their number must not decide how long the user's other writes wait. The rows are
   * replaced rather than updated from a table of moments, for which PostgreSQL may choose to compare each with each.
   */
  const buryItemsOf = async (turn: Turn, user: number, list: string): Promise<void> => {
    const items = await aliveItemsOf.all(turn.trx, { user, list });
    if (items.length === 0) return;
    const first = turn.tick(items.length);
    const tombstones = items.map((item, at) => tombstoneOf('items', item, first + at));
    const alive = turn.trx.deleteFrom('items').where('user_id', '=', user).where('list', '=', list);
    await alive.where('deleted_at', 'is', null).execute();
    for (const rows of inChunks(tombstones)) {
      // The rows are those the table gave, so they have its columns.
      await turn.trx
        .insertInto('items')
        .values(rows as unknown as Insertable<ItemTable>[])
        .execute();
    }
    await turn.emit(
      ...tombstones.map((row) => ({
        id: row.updated_at,
        name: eventName('items', 'delete'),
        data: recordText('items', row),
      })),
    );
  };

  const edit = async (turn: Turn, writer: Writer, collection: Collection, row: RecordRow, fields: Fields) => {
    const before = fieldsOf(collection, row);
    const isSame = Object.entries(fields).every(([name, value]) => before[name] === value);
    if (isSame) return recordText(collection, row);
    return save(turn, writer, collection, { ...row, ...columnsOf(fields), updated_at: turn.tick() }, 'patch');
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
    const record = await edit(turn, writer, collection, row, patch.fields);
    await applied.remember(turn.trx, user, row.uuid, patch.keys);
    return record;
  };

  return {
    /** All rows changed since the given moment (epoch ms), tombstones too, in order of creation. */
    since: (userId: number, collection: Collection, since: number): Promise<RecordRow[]> =>
      queries[collection].since.all(db, { user: userId, since }),

    /** @throws 404 for a row that is not alive */
    one: async (userId: number, collection: Collection, documentId: string): Promise<string> => {
      const row = await queries[collection].byDocument.first(db, { user: userId, document: documentId });
      if (!row || row.deleted_at !== null) throw notFound();
      return recordText(collection, row);
    },

    /** Creates the row, or answers the one that has the uuid already, removed or not. */
    create: (writer: Writer, collection: Collection, data: CreateData, keys: readonly string[]) =>
      takeTurn(writer, async (turn) => {
        const user = writer.userId;
        const { uuid, list = null, ...fields } = data;
        const existing = await queries[collection].byUuid.first(turn.trx, { user, uuid });
        if (existing) return { isNew: false, record: recordText(collection, existing) };
        if (list !== null) {
          const parent = await queries.lists.byUuid.first(turn.trx, { user, uuid: list });
          if (parent?.deleted_at !== null) throw notFound('List not found');
          await makeRoom.forItem(turn.trx, user, list);
        } else await makeRoom.forList(turn.trx, user);
        const created_at = turn.tick();
        const row = {
          uuid,
          document_id: newDocumentId(),
          created_at,
          updated_at: created_at,
          deleted_at: null,
          ...(list !== null && { list }),
          ...columnsOf({ ...emptyFields[collection], ...(fields as Fields) }),
        };
        await queries[collection].insert.all(turn.trx, { user_id: user, ...row });
        const record = recordText(collection, row);
        await turn.emit({ id: created_at, name: eventName(collection, 'create'), data: record });
        await applied.remember(turn.trx, user, uuid, keys);
        return { isNew: true, record };
      }),

    /** The row as it stands after the write, whether that was applied now or before. */
    update: (writer: Writer, collection: Collection, patch: Patch): Promise<string> =>
      takeTurn(writer, (turn) => patchOne(turn, writer, collection, patch)),

    /** Each entry on its own, all in one transaction: what is wrong with one is its outcome, in the entries' order. */
    patchAll: (writer: Writer, collection: Collection, patches: readonly Patch[]): Promise<(string | Problem)[]> =>
      takeTurn(writer, async (turn) => {
        const outcomes: (string | Problem)[] = [];
        for (const patch of patches) outcomes.push(await patchOne(turn, writer, collection, patch).catch(asProblem));
        return outcomes;
      }),

    /**
     * Leaves a tombstone, and tombstones of a list's items before it. Removing twice is as good as once.
     * @returns the row as it stands where the removal comes again and was taken back meanwhile, else null
     */
    remove: (
      writer: Writer,
      collection: Collection,
      documentId: string,
      keys: readonly string[],
    ): Promise<string | null> =>
      takeTurn(writer, async (turn) => {
        const user = writer.userId;
        const row = await queries[collection].byDocument.first(turn.trx, { user, document: documentId });
        if (!row) throw notFound();
        if (row.deleted_at !== null) return null;
        if (await applied.has(turn.trx, user, row.uuid, keys)) return recordText(collection, row);
        if (collection === 'lists') await buryItemsOf(turn, user, row.uuid);
        await bury(turn, writer, collection, row);
        await applied.remember(turn.trx, user, row.uuid, keys);
        return null;
      }),
  };
};

export type RecordService = ReturnType<typeof makeRecordService>;
