import type { RowId } from '../../contract/ids';
import {
  type Collection,
  createBody,
  type Fields,
  listOf,
  makeRow,
  type Row,
  rowFields,
  type ServerRow,
  type Step,
} from '../../contract/records';
import { carriedId, changesOfRow } from '../model/changeLog';
import { viewRow } from '../model/replayRow';
import {
  type Change,
  findRow,
  type InFlightWrite,
  isMadeOfBase,
  type RowChanges,
  type RowPlace,
  type SyncState,
  serverRowOf,
} from '../model/syncState';
import { isLeave, isListRemovalWaiting, isWaitingBlank } from '../model/unsent';
import { inFlightWriteOf, pick } from './inFlightWrite';

/** Decides which request one row needs. */

export type Plan = 'wait' | 'drop' | Step;

/** The different fields of two rows, with the values of `wanted`. `list` is never compared. */
export const changedFields = (collection: Collection, base: Row, wanted: Row): Fields => {
  const known = rowFields(collection, base);
  const fields = rowFields(collection, wanted);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => known[name] !== value));
};

const removeStep = ({ documentId }: ServerRow, isLeaving: boolean): Step => ({
  type: 'remove',
  documentId,
  ...(isLeaving && { isLeaving }),
});

const createStep = (collection: Collection, row: Row): Step => ({ type: 'create', body: createBody(collection, row) });

/** The row that an in-flight write has sent. */
const sentRow = ({ collection, rowId, listId, fields }: InFlightWrite): Row =>
  makeRow(collection, rowId, listId, fields);

/** What a round knows of provider and disk. */
export interface PlanOptions {
  /** The provider removes a list's items with the list. */
  readonly hasCascade: boolean;
  /** The provider takes idempotency keys. Without them, nothing can be sent again safely. */
  readonly takesKeys: boolean;
  /** Without locks another tab may be sending any row now. Its in-flight write is not known here yet. */
  readonly hasNoLocks: boolean;
  /** The rows that wait for the next round, mostly after a failed request. Its pull shows what became of that. */
  readonly postponed: ReadonlySet<RowId>;
}

/**
 * The changes that the request is planned from: all of them, with one exception. A row that was created and removed here
 * without being sent needs no request. But two kinds of such rows may exist elsewhere, so they are created and then
 * removed:
 * - Without locks, another tab may be creating it.
 * - It was created again from base after the server was set back. Other devices have it too and would restore it. It is
 *   created as base had it, because the provider could store that.
 *
 * In a list that is removed here nothing is created, because the removal takes the items along.
 */
export const dueChanges = (
  state: SyncState,
  place: RowPlace,
  changes: readonly Change[],
  { takesKeys, hasNoLocks }: PlanOptions,
): readonly Change[] => {
  const { collection, listId } = place;
  const ofBase = changes.filter(isMadeOfBase);
  const write = inFlightWriteOf(state, place);
  // A write on which the provider failed is known, and made nothing.
  const mayBeSent = hasNoLocks && takesKeys && !write?.isBroken;
  const mayBeElsewhere = ofBase.length > 0 || mayBeSent;
  if (serverRowOf(state.base, place) || viewRow(undefined, changes) || !mayBeElsewhere) return changes;
  if (collection === 'items' && isListRemovalWaiting(state, listId)) return changes;
  const made = ofBase.length > 0 ? ofBase : changes.filter(({ type }) => type !== 'remove');
  const row = viewRow(undefined, made);
  return row && !isWaitingBlank(row, made) ? made : changes;
};

/** Compares the server's last known row with the row that the user sees. */
export const planRow = (state: SyncState, place: RowPlace, changes: readonly Change[]): Plan => {
  const { collection, rowId } = place;
  const write = state.log.inFlight[rowId];
  if (rowId in state.base.tombstones[collection]) return 'drop';
  const server = serverRowOf(state.base, place);
  const wanted = viewRow(server, changes);
  if (!server) {
    if (!wanted) return 'drop';
    return !write && isWaitingBlank(wanted, changes) ? 'wait' : createStep(collection, wanted);
  }
  if (!wanted) return removeStep(server, changes.some(isLeave));
  const fields = changedFields(collection, server.row, wanted);
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : 'drop';
};

/** The row to which an item was moved at last. The first new row may have been moved on before the old one was removed. */
export const lastMovedTo = (state: SyncState, removal: Change): RowId => {
  const rowId = removal.data.movedTo as RowId;
  const changes = Object.values<RowChanges>(state.log.items).flatMap((rows) => rows[rowId] ?? []);
  // Only a later move counts, so this ends.
  const later = changes.find(({ id, type, data }) => type === 'remove' && data.movedTo && id > removal.id);
  return later ? lastMovedTo(state, later) : rowId;
};

/**
 * Before the old row of a moved item is removed: what others have changed in it since, as a change of the new row. As in
 * a merge of three versions, a field that was changed in the new row too keeps that value. What a set-back server has
 * forgotten was not changed by others.
 * @param changes the changes of the old row
 * @returns that change, and the removal, which knows it and its last new row from now on; nothing if nothing is new
 */
export const carriedEdit = (state: SyncState, place: RowPlace, changes: readonly Change[]): readonly Change[] => {
  const removal = changes.find(({ type, data }) => type === 'remove' && data.movedTo);
  const old = serverRowOf(state.base, place);
  const made = removal && findRow(state.base, 'items', lastMovedTo(state, removal));
  if (!removal || !old || !made) return [];
  const newPlace = { collection: 'items', listId: listOf(made.row), rowId: made.row.id } as const;
  const newChanges = changesOfRow(state.log, newPlace);
  const theirs = viewRow(
    old,
    changes.filter((change) => change.type === 'update' && isMadeOfBase(change)),
  );
  if (!theirs || newChanges.some(({ type }) => type === 'remove')) return [];
  const there = rowFields('items', made.row);
  const changedThere = newChanges.flatMap(({ type, data }) => (type === 'update' ? Object.keys(data) : []));
  const unchanged = Object.keys(there).filter((name) => removal.data[name] === there[name]);
  const data = pick(
    changedFields('items', made.row, theirs),
    unchanged.filter((name) => !changedThere.includes(name)),
  );
  const known = { ...removal, data: { ...removal.data, ...data, movedTo: made.row.id } };
  if (Object.keys(data).length === 0) return removal.data.movedTo === made.row.id ? [] : [known];
  const edit = { id: carriedId(made.row.id, old.updatedAt), type: 'update', time: removal.time, data } as const;
  return [{ ...newPlace, ...edit }, known];
};

/**
 * Whether the row's unanswered write is repeated as it was, with its own key, before later changes. A server that knows
 * the key then keeps what others have changed meanwhile. A write on which the provider failed is not repeated, but
 * planned again with the present changes, which may correct it. And the removal of an existing row is sent at once.
 */
export const isRepeated = (state: SyncState, place: RowPlace, changes: readonly Change[]): boolean => {
  const write = inFlightWriteOf(state, place);
  if (!write || write.isBroken || place.rowId in state.base.tombstones[place.collection]) return false;
  const server = serverRowOf(state.base, place);
  if (!server) return write.kind === 'create' && changes.some(({ type }) => type === 'insert');
  // A removal is planned again, because a later change may have undone it.
  return write.kind !== 'remove' && viewRow(server, changes) !== null;
};

/**
 * The fields of a write that still wait: those of its changes that are in the log. For a create whose row exists by now,
 * without those of the insert: an earlier create made the row, and others may have typed there since. A change that is not
 * in the log was sent by another tab, perhaps with later ones over it.
 */
const waitingFields = ({ kind, changeIds }: InFlightWrite, changes: readonly Change[]): readonly string[] =>
  changes
    .filter(({ id, type }) => changeIds.includes(id) && (type === 'update' || kind === 'update'))
    .flatMap(({ data }) => Object.keys(data));

/**
 * The request that repeats an unanswered write.
 * @param changes the changes of its row
 */
export const planRepetition = ({ base }: SyncState, write: InFlightWrite, changes: readonly Change[]): Plan => {
  const { collection, kind, fields } = write;
  const server = serverRowOf(base, write);
  if (!server) return createStep(collection, sentRow(write));
  const written = kind === 'update' ? fields : changedFields(collection, server.row, sentRow(write));
  const sent = pick(written, waitingFields(write, changes));
  return Object.keys(sent).length ? { type: 'update', documentId: server.documentId, fields: sent } : 'drop';
};
