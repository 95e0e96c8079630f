import type { ChangeId } from '../../contract/ids';
import {
  type Collection,
  createBody,
  type Fields,
  makeRow,
  type Row,
  rowFields,
  type ServerRow,
} from '../../contract/records';
import { viewRow } from '../model/replayRow';
import {
  type Change,
  type InFlightWrite,
  isMadeOfBase,
  type RowPlace,
  type SyncState,
  serverRowOf,
} from '../model/syncState';
import { isLeave, isWaitingBlank } from '../model/unsent';
import { inFlightWriteOf, isNotApplied, pick, type Step } from './inFlightWrite';

/** What one row needs of the server. */

export type Plan = 'wait' | 'drop' | Step;

/** The fields in which two rows differ, with the values of `wanted`. `list` is never compared. */
export const changedFields = (collection: Collection, base: Row, wanted: Row): Fields => {
  const known = rowFields(collection, base);
  const fields = rowFields(collection, wanted);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => known[name] !== value));
};

export const removeStep = ({ documentId }: ServerRow, isLeaving: boolean): Step => ({
  type: 'remove',
  documentId,
  ...(isLeaving && { isLeaving }),
});

const createStep = (collection: Collection, row: Row): Step => ({ type: 'create', body: createBody(collection, row) });

/** What an in-flight write says was sent, as a row. */
const sentRow = ({ collection, rowId, listId, fields }: InFlightWrite): Row =>
  makeRow(collection, rowId, listId, fields);

/**
 * The changes to plan with. A row that was made and removed and never sent needs no call, but where no disk takes anything its
 * in-flight write may be missing: a create that could have been sent is sent again, so that there is something to remove. The same of a row that
 * was made again of base after a server was set back: other devices have it too, and would bring it back.
 */
export const dueChanges = (
  { base }: SyncState,
  place: RowPlace,
  changes: readonly Change[],
  isStuck: (id: ChangeId) => boolean,
): readonly Change[] => {
  const mayBeElsewhere = changes.some((change) => isStuck(change.id) || isMadeOfBase(change));
  if (serverRowOf(base, place) || viewRow(undefined, changes, false) || !mayBeElsewhere) return changes;
  const made = changes.filter(({ type }) => type !== 'remove');
  const row = viewRow(undefined, made, false);
  return row && !isWaitingBlank(place.collection, row) ? made : changes;
};

/** Compares what the server last said with what the user sees. */
export const planRow = (state: SyncState, place: RowPlace, changes: readonly Change[]): Plan => {
  const { collection, rowId } = place;
  const write = state.log.inFlight[rowId];
  if (rowId in state.base.tombstones[collection]) return 'drop';
  const server = serverRowOf(state.base, place);
  const wanted = viewRow(server, changes, false);
  if (!server) {
    if (!wanted) return 'drop';
    return !write && isWaitingBlank(collection, wanted) ? 'wait' : createStep(collection, wanted);
  }
  if (!wanted) return removeStep(server, changes.some(isLeave));
  const fields = changedFields(collection, server.row, wanted);
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : 'drop';
};

/**
 * Whether the row's unanswered write goes out again by itself, as it was and under its own key, before what came after it: a
 * server that knows the key then leaves alone what others have made of it meanwhile. Not where the provider breaks on it each
 * time and did not apply it: then it is planned anew with what was done since, which may put right what it breaks on. And a row that
 * is to go, and is there, can go at once.
 */
export const isRepeated = (state: SyncState, place: RowPlace, changes: readonly Change[]): boolean => {
  const write = inFlightWriteOf(state, place);
  if (!write || place.rowId in state.base.tombstones[place.collection]) return false;
  if (changes.some(({ id }) => !write.changeIds.includes(id)) && isNotApplied(state, write)) return false;
  const server = serverRowOf(state.base, place);
  if (!server) return write.kind === 'create' && changes.some(({ type }) => type === 'insert');
  // A removal that another tab alone knows goes out again; one that is known here may have been taken back since.
  if (write.kind === 'remove') return !changes.some(({ type }) => type === 'remove');
  return viewRow(server, changes, false) !== null;
};

/**
 * What a create says beyond that the row exists: an earlier create of the same row may have made it, without what was typed
 * since. What nobody typed is left alone, because others may have typed there meanwhile.
 */
const typedFields = ({ fields, changeIds }: InFlightWrite, changes: readonly Change[]): readonly string[] => {
  const insert = changes.find(({ type }) => type === 'insert');
  const typed = changes.filter(({ id, type }) => type === 'update' && changeIds.includes(id));
  const added = insert ? Object.keys(fields).filter((name) => fields[name] !== insert.data[name]) : [];
  return [...added, ...typed.flatMap(({ data }) => Object.keys(data))];
};

/**
 * The call of an unanswered write that is to be repeated.
 * @param changes of its row
 */
export const planRepetition = ({ base }: SyncState, write: InFlightWrite, changes: readonly Change[]): Plan => {
  const { collection, kind, fields } = write;
  const server = serverRowOf(base, write);
  if (!server) return createStep(collection, sentRow(write));
  if (kind === 'remove') return removeStep(server, isLeave({ type: 'remove', data: fields }));
  const left =
    kind === 'update'
      ? fields
      : pick(changedFields(collection, server.row, sentRow(write)), typedFields(write, changes));
  return Object.keys(left).length ? { type: 'update', documentId: server.documentId, fields: left } : 'drop';
};
