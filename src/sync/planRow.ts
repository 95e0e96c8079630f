import { type ChangeId, tabOf } from '../contract/ids';
import { type Collection, createBody, type Fields, makeRow, type Row, rowFields } from '../contract/records';
import { newest, pick } from './markRow';
import { viewRow } from './replayRow';
import { type Change, type Mark, type RowPlace, type SyncState, serverRowOf } from './syncState';
import { isWaitingBlank } from './unsent';

/** What one row needs of the server. */

/** The call a row needs. */
export type Step =
  | { readonly type: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly type: 'update'; readonly documentId: string; readonly fields: Fields }
  | { readonly type: 'remove'; readonly documentId: string };

export type Plan = 'wait' | 'drop' | Step;

/** The fields in which two rows differ, with the values of `wanted`. `list` is never compared. */
export const changedFields = (collection: Collection, base: Row, wanted: Row): Fields => {
  const known = rowFields(collection, base);
  const fields = rowFields(collection, wanted);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => known[name] !== value));
};

const createStep = (collection: Collection, row: Row): Step => ({ type: 'create', body: createBody(collection, row) });

/** What a mark says was sent, as a row. */
const sentRow = ({ collection, rowId, listId, fields }: Mark): Row => makeRow(collection, rowId, listId, fields);

/**
 * The changes to plan with. A row that was made and removed and never sent needs no call, but where no disk takes anything its
 * mark may be missing: a create that could have been sent is sent again, so that there is something to remove.
 */
export const dueChanges = (
  { base }: SyncState,
  place: RowPlace,
  changes: readonly Change[],
  isStuck: (id: ChangeId) => boolean,
): readonly Change[] => {
  if (serverRowOf(base, place) || viewRow(undefined, changes, false) || !changes.some(({ id }) => isStuck(id)))
    return changes;
  const made = changes.filter(({ type }) => type !== 'remove');
  const row = viewRow(undefined, made, false);
  return row && !isWaitingBlank(place.collection, row) ? made : changes;
};

/** Compares what the server last said with what the user sees. */
export const planRow = (state: SyncState, place: RowPlace, changes: readonly Change[]): Plan => {
  const { collection, rowId } = place;
  const mark = state.log.marks[rowId];
  if (rowId in state.base.gone[collection]) return 'drop';
  const server = serverRowOf(state.base, place);
  const wanted = viewRow(server, changes, false);
  if (!server) {
    if (!wanted) return 'drop';
    return !mark && isWaitingBlank(collection, wanted) ? 'wait' : createStep(collection, wanted);
  }
  if (!wanted) return { type: 'remove', documentId: server.documentId };
  const again = mark?.kind === 'update' ? Object.keys(mark.fields) : [];
  const fields = {
    ...pick(rowFields(collection, wanted), again),
    ...changedFields(collection, server.row, wanted),
  };
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : 'drop';
};

/** Whether nothing of what was sent is left in what the person wants: each of its fields was written anew since. */
const isOverwritten = (mark: Mark, changes: readonly Change[]): boolean => {
  const last = newest(mark.changeIds);
  const since = new Set(changes.flatMap(({ id, data }) => (id > last ? Object.keys(data) : [])));
  return mark.kind === 'update' && Object.keys(mark.fields).every((name) => since.has(name));
};

/**
 * How much of an older change is left beside what was sent after it: a leftover of a fold, or come late from a tab that slept. A
 * tab makes and sends its changes in order: one that was not sent with its tab's next had been folded into that, or had left.
 */
const restOf = (mark: Mark, changes: readonly Change[], { id, data }: Change): 'all' | 'part' | 'nothing' => {
  if (mark.changeIds.some((sent) => sent > id && tabOf(sent) === tabOf(id))) return 'nothing';
  const sent = changes.filter((change) => change.id > id && mark.changeIds.includes(change.id));
  const names = Object.keys(data);
  const left = names.filter((name) => !sent.some((change) => name in change.data));
  return left.length === names.length ? 'all' : left.length ? 'part' : 'nothing';
};

const unsentUpdates = (mark: Mark, changes: readonly Change[]): Change[] =>
  changes.filter(({ id, type }) => type === 'update' && !mark.changeIds.includes(id));

/** All that is done with when a repeated write is answered: what it names, and older changes of which nothing is left. */
export const repeatedIds = (mark: Mark, changes: readonly Change[]): ChangeId[] => {
  const outdated = unsentUpdates(mark, changes).filter((change) => restOf(mark, changes, change) === 'nothing');
  return [...mark.changeIds, ...outdated.map(({ id }) => id)];
};

/**
 * Whether the row's unanswered write goes out again by itself, as it was and under its own key, before what came after it: a
 * server that knows the key then leaves alone what others have made of it meanwhile. There is no need for that where nothing of
 * it is left, or the row is to go; but what may be there only then must be there to be removed. And where an older change that
 * came late has a field of its own beside some that were overwritten, only all together give what is wanted.
 */
export const isRepeated = (state: SyncState, place: RowPlace, changes: readonly Change[]): boolean => {
  const mark = state.log.marks[place.rowId];
  if (!mark || place.rowId in state.base.gone[place.collection]) return false;
  if (!changes.some(({ id }) => mark.changeIds.includes(id))) return false;
  const server = serverRowOf(state.base, place);
  if (!server) return mark.kind === 'create' && changes.some(({ type }) => type === 'insert');
  // A removal that another tab alone knows goes out again; one that is known here may have been taken back since.
  if (mark.kind === 'remove') return !changes.some(({ type }) => type === 'remove');
  const isTangled = unsentUpdates(mark, changes).some((change) => restOf(mark, changes, change) === 'part');
  const isWanted = viewRow(server, changes, false) !== null && !isOverwritten(mark, changes);
  return isWanted && !isTangled;
};

/**
 * What a create says beyond that the row exists: an earlier create of the same row may have made it, without what was typed
 * since. What nobody typed is left alone, because others may have typed there meanwhile.
 */
const typedFields = ({ fields, changeIds }: Mark, changes: readonly Change[]): readonly string[] => {
  const insert = changes.find(({ type }) => type === 'insert');
  const typed = changes.filter(({ id, type }) => type === 'update' && changeIds.includes(id));
  const added = insert ? Object.keys(fields).filter((name) => fields[name] !== insert.data[name]) : [];
  return [...added, ...typed.flatMap(({ data }) => Object.keys(data))];
};

/**
 * The call of an unanswered write that is to be repeated.
 * @param changes of its row
 */
export const planRepetition = ({ base }: SyncState, mark: Mark, changes: readonly Change[]): Plan => {
  const { collection, kind, fields } = mark;
  const server = serverRowOf(base, mark);
  if (!server) return createStep(collection, sentRow(mark));
  if (kind === 'remove') return { type: 'remove', documentId: server.documentId };
  const left =
    kind === 'update' ? fields : pick(changedFields(collection, server.row, sentRow(mark)), typedFields(mark, changes));
  return Object.keys(left).length ? { type: 'update', documentId: server.documentId, fields: left } : 'drop';
};
