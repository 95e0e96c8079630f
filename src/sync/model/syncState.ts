import { type ChangeId, counterOf, type ListId, type RowId } from '../../contract/ids';
import type { Collection, Fields, ItemRow, ListRow, Row, ServerRow } from '../../contract/records';

/**
 * The vocabulary of the engine (docs/sync.md). Base is what the server last said, the log is what the user did since, the view
 * is base with the log replayed. Items live in one bucket per list, so that an edit copies one list's keys, never all of them.
 */

export interface Change {
  readonly id: ChangeId;
  readonly collection: Collection;
  readonly type: 'insert' | 'update' | 'remove';
  readonly rowId: RowId;
  /** The bucket: an item's list, a list itself. */
  readonly listId: ListId;
  /** Device time in ms, for people who read the log; order comes from the id. */
  readonly time: number;
  /** All fields of an insert, the changed ones of an update, nothing for a remove. */
  readonly data: Fields;
}

/** Where a row's changes stand. */
export type RowPlace = Pick<Change, 'collection' | 'listId' | 'rowId'>;

/** Changes of a row that leave the log. */
export interface Dropped extends RowPlace {
  readonly changeIds: readonly ChangeId[];
}

/** The idempotency key of a write: it names the write to the server, and says nothing of an order. */
export type WriteKey = string;

/**
 * Written before a row is sent and taken back with its answer: while it stands, the server may or may not have the write, so
 * the row is neither absorbed, compacted nor cancelled.
 */
export interface InFlightWrite {
  readonly rowId: RowId;
  readonly collection: Collection;
  readonly listId: ListId;
  readonly kind: 'create' | 'update' | 'remove';
  /** What was sent: the fields of the create or update. */
  readonly fields: Fields;
  readonly changeIds: readonly ChangeId[];
  /** Names the write to the server; a repetition keeps it. */
  readonly key: WriteKey;
  /** The keys of unanswered writes that this one stands for: the server is not to apply those any more. */
  readonly replaces?: readonly WriteKey[];
  /** When the row as it was known at sending had last been written; absent where there was none. */
  readonly over?: string;
  /** The provider broke on it, or it was too large for a proxy. */
  readonly isBroken?: true;
}

export type ServerRows = Readonly<Record<RowId, ServerRow>>;
export type RowChanges = Readonly<Record<RowId, readonly Change[]>>;

/** How a list looks, for a person who is asked about it. */
export type ListSnapshot = Pick<ListRow, 'name' | 'icon'>;

/** One run of a collection's sync, as specified. */
export interface SyncOperation {
  readonly id: string;
  readonly collection: Collection;
  /** The tab or worker that ran it. */
  readonly instance: string;
  readonly start: number;
  readonly end: number | null;
  readonly status: 'active' | 'done' | 'error';
  readonly error: string | null;
}

/** Changes the server will never take. They stay where they are, for the person to see, and nothing shows or sends them. */
export interface Refusal {
  readonly changes: readonly Change[];
  readonly status: number;
  readonly message: string;
  readonly time: number;
}

export interface Base {
  readonly lists: ServerRows;
  readonly items: Readonly<Record<ListId, ServerRows>>;
  /** Removals, with the server's time, so that an older row cannot come back; forgotten at a later whole pull. */
  readonly tombstones: Readonly<Record<Collection, Readonly<Record<RowId, string>>>>;
  /** The greatest `updatedAt` of a complete pull; null before the first. */
  readonly cursors: Readonly<Record<Collection, string | null>>;
  /** Device time in ms at which the last round began. */
  readonly roundStartedAt: number | null;
  /** How removed lists looked, for who is asked about what was added to them; forgotten with their removal. */
  readonly removedLists: Readonly<Record<ListId, ListSnapshot>>;
}

export interface Log {
  readonly lists: RowChanges;
  readonly items: Readonly<Record<ListId, RowChanges>>;
  readonly inFlight: Readonly<Record<RowId, InFlightWrite>>;
  /** The last 200, oldest first. */
  readonly refusals: readonly Refusal[];
  /** The greatest counter of a change seen so far: the next one sorts after it. */
  readonly counter: number;
}

export interface SyncState {
  readonly base: Base;
  readonly log: Log;
}

/** One table of the view: rows by id, and the ids in order of creation. */
export interface TableView<R extends Row = Row> {
  readonly rows: Readonly<Record<RowId, R>>;
  readonly ids: readonly R['id'][];
}

export interface View {
  readonly lists: TableView<ListRow>;
  readonly items: Readonly<Record<ListId, TableView<ItemRow>>>;
}

/** What arrived from the server, from whatever channel. */
export interface Delta {
  readonly collection: Collection;
  readonly put: readonly ServerRow[];
  /** `updatedAt` is null where the server gave no time: the base row's own time stands in. */
  readonly removed: readonly { readonly id: RowId; readonly updatedAt: string | null }[];
  /**
   * Rows of which this is true though it is older: the server was set back, or one of its clocks is behind. With each the time as
   * of which it was known before; who knows of another, because this comes twice or late, goes by the times alone.
   */
  readonly setBack?: Readonly<Record<RowId, string>>;
  /** Rows that the server has forgotten, neither alive nor removed, because it was set back; with the same time. */
  readonly lost?: Readonly<Record<RowId, string>>;
}

/** Whether it was made of base, after a server was set back. */
export const isMadeOfBase = ({ id }: Pick<Change, 'id'>): boolean => counterOf(id) === 0;

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

/** The server rows of a collection's bucket: all lists, or one list's items. */
export const serverRowsOf = (base: Base, collection: Collection, listId: ListId): ServerRows =>
  collection === 'lists' ? base.lists : (base.items[listId] ?? EMPTY);

/** The row as the server last told it. */
export const serverRowOf = (base: Base, { collection, rowId, listId }: RowPlace): ServerRow | undefined =>
  serverRowsOf(base, collection, listId)[rowId];

/** The changes of a collection's bucket, by row. */
export const changesOf = (log: Log, collection: Collection, listId: ListId): RowChanges =>
  collection === 'lists' ? log.lists : (log.items[listId] ?? EMPTY);

/** Every change of the log that the server may still take, in order. */
export const allChanges = (log: Log): Change[] =>
  [log.lists, ...Object.values(log.items)]
    .flatMap((rows) => Object.values<readonly Change[]>(rows).flat())
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * The counter the next change takes: above every one known here, and not below the clock (a hybrid logical clock: Kulkarni et
 * al., "Logical Physical Clocks", 2014). The clock only lifts it: a tab that slept does not know how far the others counted.
 * @param nowMs epoch ms; 0 where there is no clock to ask
 */
export const nextCounter = ({ log }: Pick<SyncState, 'log'>, nowMs: number): number =>
  Math.max(log.counter + 1, Math.floor(nowMs));
