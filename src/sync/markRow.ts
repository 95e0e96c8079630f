import type { ChangeId } from '../contract/ids';
import { type Collection, emptyFields, type Fields } from '../contract/records';
import { withMark } from './record';
import {
  changesOf,
  EMPTY,
  type Log,
  type Mark,
  type RowPlace,
  type SyncState,
  serverRowOf,
  type WriteKey,
} from './syncState';

/** The mark a row carries while a write of it is unanswered, and the key that write travels under. */

/** The call a row needs. */
export type Step =
  | { readonly type: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly type: 'update'; readonly documentId: string; readonly fields: Fields }
  | { readonly type: 'remove'; readonly documentId: string };

/** The named ones of some fields. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const sentFields = (step: Step, collection: Collection): Fields => {
  if (step.type === 'update') return step.fields;
  if (step.type === 'remove') return EMPTY;
  return pick(step.body as Fields, Object.keys(emptyFields[collection]));
};

/** Change ids sort as text. */
export const newest = (ids: readonly ChangeId[]): ChangeId => [...ids].sort().at(-1) ?? ('' as ChangeId);

/** A write's key is its newest change and their number: windows that know of the same changes make the same one. */
export const writeKey = (changes: readonly ChangeId[]): WriteKey => `${newest(changes)}.${changes.length}`;

const writtenOver = ({ base }: SyncState, place: RowPlace): Pick<Mark, 'over'> => {
  const server = serverRowOf(base, place);
  return server ? { over: server.updatedAt } : {};
};

/**
 * A mark that names none of the given changes was for others, which no disk took or which have left.
 * One that names some of them is taken whole, because it is repeated whole, and settles all that travelled under it.
 */
export const naming = (mark: Mark, ids: ReadonlySet<ChangeId>): Mark =>
  mark.changeIds.some((id) => ids.has(id)) ? mark : { ...mark, changeIds: [] };

/**
 * Of two marks of one row, the one to go by. What is held stands while it names waiting changes of which the other does not
 * know: both writes are unanswered then, and each is asked for under its own key.
 */
export const joinMarks = (log: Log, held: Mark | undefined, other: Mark): Mark => {
  const waiting = new Set((changesOf(log, other.collection, other.listId)[other.rowId] ?? []).map(({ id }) => id));
  const isKnown = held?.changeIds.every((id) => !waiting.has(id) || other.changeIds.includes(id)) ?? true;
  return held && !isKnown ? held : other;
};

/** Takes a mark that was read, after all changes and after those of the row that are older. */
export const withStoredMark = (log: Log, mark: Mark): Log => withMark(log, joinMarks(log, log.marks[mark.rowId], mark));

/** A write stands for no more than so many: what goes on breaking is corrected now and then. */
const MOST_REPLACED = 3;

/** The keys of the row's unanswered write, where that is not repeated but planned anew: it may still be on its way. */
const replacedBy = (key: WriteKey, before: Mark | undefined): readonly WriteKey[] =>
  before?.changeIds.length
    ? [before.key, ...(before.replaces ?? [])].filter((other) => other !== key).slice(0, MOST_REPLACED)
    : [];

/** What is written down before a write leaves. What it takes the place of is settled with it. */
export const markFor = (state: SyncState, place: RowPlace, step: Step, changeIds: readonly ChangeId[]): Mark => {
  const before = state.log.marks[place.rowId];
  const { collection, listId, rowId } = place;
  const key = writeKey(changeIds);
  const replaces = replacedBy(key, before);
  return {
    collection,
    listId,
    rowId,
    kind: step.type,
    fields: sentFields(step, collection),
    changeIds: [...new Set([...(before?.changeIds ?? []), ...changeIds])],
    key,
    ...(replaces.length > 0 && { replaces }),
    ...writtenOver(state, place),
  };
};

/** The same write once more. */
export const repeatedMark = (state: SyncState, { isBroken: _, over: __, ...mark }: Mark): Mark => ({
  ...mark,
  ...writtenOver(state, mark),
});

/** Whether the provider broke on the write and has the row still as it was then, or still has none: it was not applied. */
export const isNotApplied = (state: SyncState, mark: Mark): boolean =>
  mark.isBroken === true && writtenOver(state, mark).over === mark.over;
