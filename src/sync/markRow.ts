import { type ChangeId, changeId, counterOf, tabOf } from '../contract/ids';
import { type Collection, emptyFields, type Fields } from '../contract/records';
import type { Step } from './planRow';
import { withMark } from './record';
import { changesOf, EMPTY, type Log, type Mark, type RowPlace, type SyncState } from './syncState';

/** The mark a row carries while a write of it is unanswered, and the key that write travels under. */

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

/** Who sends, and the newest key of this device that the server is known to have, where an answer told it. */
export interface Sender {
  /** Names one lead of a tab or one round of the worker: no two ever make the same key for different words. */
  readonly sender: string;
  readonly above?: ChangeId;
}

/**
 * A repetition keeps its key. Anything more needs one above all that was sent before: a change may get here late, from a tab
 * that slept or died, with an id that is older than what this device has already sent of the row. A change's own id will do as
 * long as only its tab's changes travel under it; else some other tab may have sent fewer of them under the same.
 */
export const keyFor = (
  { base }: SyncState,
  before: Mark | undefined,
  changeIds: readonly ChangeId[],
  { sender, above }: Sender,
): ChangeId => {
  if (!above && before && changeIds.every((id) => before.changeIds.includes(id))) return before.key;
  const ids = [...changeIds, ...(before?.changeIds ?? [])];
  const last = newest(ids);
  const sent = [before?.key, above].map((key) => (key ? counterOf(key) : 0));
  const passed = Math.max(base.lamport, ...sent);
  const isOneTabs = ids.every((id) => tabOf(id) === tabOf(last));
  return isOneTabs && counterOf(last) > passed ? last : changeId(Math.max(passed, counterOf(last)) + 1, sender);
};

/**
 * A mark that names none of the given changes was for others, which no disk took or which have left: its key still counts, and
 * that its fields may be on their way.
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

/** Until an answer comes, a row's mark keeps what it named, and the fields of unanswered writes of the same kind. */
export const markFor = (
  state: SyncState,
  place: RowPlace,
  step: Step,
  changeIds: readonly ChangeId[],
  sender: Sender,
): Mark => {
  const before = state.log.marks[place.rowId];
  const kind = step.type;
  const fields = sentFields(step, place.collection);
  return {
    ...place,
    kind,
    fields: before?.kind === kind ? { ...before.fields, ...fields } : fields,
    changeIds: [...new Set([...(before?.changeIds ?? []), ...changeIds])],
    key: keyFor(state, before, changeIds, sender),
  };
};
