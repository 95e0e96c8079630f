import { type ChangeId, counterOf, type ListId, type RowId } from '../../contract/ids';
import type { Collection, Fields, ItemRow, ListRow, Row, ServerRow } from '../../contract/records';

/**
 * The data of the sync engine (docs/sync.md). Base is the server's last known state. The log has the user's changes
 * since. The view is base with the log replayed. Items are in one bucket per list, so that an edit copies only the keys
 * of one list.
 */

export interface Change {
  readonly id: ChangeId;
  readonly collection: Collection;
  readonly type: 'insert' | 'update' | 'remove';
  readonly rowId: RowId;
  /** The bucket: for an item its list, for a list itself. */
  readonly listId: ListId;
  /** Device time in ms, for people who read the log. The id gives the order. */
  readonly time: number;
  /** All fields for an insert, the changed fields for an update. A remove has none, or a mark (`unsent.ts`). */
  readonly data: Fields;
}

/** What identifies a row in the log. */
export type RowPlace = Pick<Change, 'collection' | 'listId' | 'rowId'>;

/** Changes of a row that are removed from the log. */
export interface Dropped extends RowPlace {
  readonly changeIds: readonly ChangeId[];
}

/** The idempotency key of a write. It identifies the write for the server and implies no order. */
export type WriteKey = string;

/**
 * Stored before a row is sent, and deleted at the answer. In between, the server may or may not have the write, so the
 * changes of the row are not compacted.
 */
export interface InFlightWrite {
  readonly rowId: RowId;
  readonly collection: Collection;
  readonly listId: ListId;
  readonly kind: 'create' | 'update' | 'remove';
  /** The sent fields of the create or update. */
  readonly fields: Fields;
  readonly changeIds: readonly ChangeId[];
  /** Identifies the write for the server. A repetition uses the same key. */
  readonly key: WriteKey;
  /** The keys of unanswered writes that this write replaces. The server must not apply them any more. */
  readonly replaces?: readonly WriteKey[];
  /** The provider failed on this write or refused it, or the write was too large for a proxy. */
  readonly isBroken?: true;
}

export type ServerRows = Readonly<Record<RowId, ServerRow>>;
export type RowChanges = Readonly<Record<RowId, readonly Change[]>>;

/** A list as it was when it was removed, for a question about it. */
export interface ListSnapshot extends Pick<ListRow, 'name' | 'icon'> {
  /** It belonged to somebody else, who may have it still. */
  readonly isOthers?: boolean;
  /** This device removed it for everybody. Otherwise the person may have left it, and the others have it still. */
  readonly isRemovedHere?: boolean;
}

/** One sync operation of a collection, as specified. */
export interface SyncOperation {
  readonly id: string;
  readonly collection: Collection;
  /** The name of the tab or worker that ran it. */
  readonly instance: string;
  readonly start: number;
  readonly end: number | null;
  readonly status: 'active' | 'done' | 'error';
  readonly error: string | null;
}

/**
 * Changes that the server refused for ever. They stay in the log for the Logs screen, and are neither shown nor sent.
 */
export interface Refusal {
  readonly changes: readonly Change[];
  readonly status: number;
  readonly message: string;
  readonly time: number;
}

/** A refusal is known by its first change. */
export const refusalId = ({ changes }: Pick<Refusal, 'changes'>): ChangeId => changes[0]?.id ?? ('' as ChangeId);

/** The message of a refusal without a request: somebody removed the row before its edits were sent. */
export const ROW_REMOVED = 'the row was removed';

/**
 * The time of a removal that was made here. Its answer has no time, or that of the old record. So later messages about the
 * row count as older than the removal, until a pull brings the server's time.
 */
export const REMOVED_HERE = '9999-12-31T23:59:59.999Z';

export interface Base {
  readonly lists: ServerRows;
  readonly items: Readonly<Record<ListId, ServerRows>>;
  /** Removals with the server's time, so that an older row cannot come back. Forgotten at a later whole pull. */
  readonly tombstones: Readonly<Record<Collection, Readonly<Record<RowId, string>>>>;
  /** The greatest `updatedAt` of a complete pull. Null before the first. */
  readonly cursors: Readonly<Record<Collection, string | null>>;
  /** When the last round began; device time in ms. */
  readonly roundStartedAt: number | null;
  /** Names and pictures of removed lists, for recovery offers. Forgotten with their removal. */
  readonly removedLists: Readonly<Record<ListId, ListSnapshot>>;
}

export interface Log {
  readonly lists: RowChanges;
  readonly items: Readonly<Record<ListId, RowChanges>>;
  readonly inFlight: Readonly<Record<RowId, InFlightWrite>>;
  /** The last 200, oldest first. */
  readonly refusals: readonly Refusal[];
  /** The greatest counter of a change seen so far. The next change gets a greater one. */
  readonly counter: number;
}

export interface SyncState {
  readonly base: Base;
  readonly log: Log;
}

/** One table of the view: rows by id, and the ids in their order. */
export interface TableView<R extends Row = Row> {
  readonly rows: Readonly<Record<RowId, R>>;
  readonly ids: readonly R['id'][];
}

export interface View {
  readonly lists: TableView<ListRow>;
  readonly items: Readonly<Record<ListId, TableView<ItemRow>>>;
}

/** News from the server: from a pull, an answer or the stream. */
export interface Delta {
  readonly collection: Collection;
  readonly put: readonly ServerRow[];
  /** `updatedAt` is null if the server gave no time. Then the time of the row in base is used. */
  readonly removed: readonly { readonly id: RowId; readonly updatedAt: string | null }[];
  /**
   * Rows that are valid although they are older, because the server was set back or one of its clocks is behind. Each
   * has the time with which the row was known before. If base has another time, because the delta is late or repeated,
   * only the times decide.
   */
  readonly setBack?: Readonly<Record<RowId, string>>;
  /**
   * Rows that the server has forgotten without a tombstone, because it was set back. Each has the same kind of time.
   */
  readonly lost?: Readonly<Record<RowId, string>>;
}

/** Whether the change was made of base: after the server was set back, or of what others changed in a moved item. */
export const isMadeOfBase = ({ id }: Pick<Change, 'id'>): boolean => counterOf(id) === 0;

/** Begins the second part of the id of a change with what others have changed in a moved item. */
export const MOVED = 'moved-';

/** Whether the change was made because the server was set back. */
export const isMadeAgain = (change: Pick<Change, 'id'>): boolean =>
  isMadeOfBase(change) && !change.id.includes(`-${MOVED}`);

export const EMPTY: Readonly<Record<never, never>> = Object.freeze({});

export const emptyBase: Base = {
  lists: EMPTY,
  items: EMPTY,
  tombstones: { lists: EMPTY, items: EMPTY },
  cursors: { lists: null, items: null },
  roundStartedAt: null,
  removedLists: EMPTY,
};

export const emptyLog: Log = { lists: EMPTY, items: EMPTY, inFlight: EMPTY, refusals: [], counter: 0 };
export const emptyTable: TableView<never> = { rows: EMPTY, ids: [] };
export const emptyView: View = { lists: emptyTable, items: EMPTY };

/** Every server row of a collection. */
export const rowsOf = (base: Base, collection: Collection): ServerRow[] =>
  collection === 'lists'
    ? Object.values<ServerRow>(base.lists)
    : Object.values<ServerRows>(base.items).flatMap((rows) => Object.values<ServerRow>(rows));

/** The server's last known version of the row. */
export const serverRowOf = (base: Base, { collection, rowId, listId }: RowPlace): ServerRow | undefined =>
  collection === 'lists' ? base.lists[rowId] : base.items[listId]?.[rowId];

/** The same, in whichever list the row is. */
export const findRow = (base: Base, collection: Collection, id: RowId): ServerRow | undefined =>
  collection === 'lists' ? base.lists[id] : Object.values<ServerRows>(base.items).find((rows) => rows[id])?.[id];

/** The changes of a collection's bucket, by row. */
export const changesOf = (log: Log, collection: Collection, listId: ListId): RowChanges =>
  collection === 'lists' ? log.lists : (log.items[listId] ?? EMPTY);

/** Every change of the log that is not refused, in order. */
export const allChanges = (log: Log): Change[] =>
  [log.lists, ...Object.values(log.items)]
    .flatMap((rows) => Object.values<readonly Change[]>(rows).flat())
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * The counter of the next change: greater than every known counter, and at least the clock (a hybrid logical clock:
 * Kulkarni et al., "Logical Physical Clocks", 2014). The clock helps a tab that was suspended, which does not know the
 * others' counters.
 * @param nowMs epoch ms; 0 without a clock
 */
export const nextCounter = ({ log }: Pick<SyncState, 'log'>, nowMs: number): number =>
  Math.max(log.counter + 1, Math.floor(nowMs));
