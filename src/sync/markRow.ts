import { type ChangeId, changeId, counterOf, tabOf } from '../contract/ids';
import { type Collection, emptyFields, type Fields } from '../contract/records';
import type { Step } from './planPush';
import type { RowPlace } from './record';
import { EMPTY, type Mark, type SyncState } from './syncState';

/** The mark a row carries while a write of it is unanswered, and the key that write travels under. */

/** The named ones of some fields. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const kindOf = { create: 'create', update: 'update', remove: 'remove' } as const satisfies Record<
  Step['type'],
  Mark['kind']
>;

const sentFields = (step: Step, collection: Collection): Fields => {
  if (step.type === 'update') return step.fields;
  if (step.type === 'remove') return EMPTY;
  return pick(step.body as Fields, Object.keys(emptyFields[collection]));
};

/** Change ids sort as text. */
export const newest = (ids: readonly ChangeId[]): ChangeId => [...ids].sort().at(-1) ?? ('' as ChangeId);

/**
 * A repetition keeps its key. Anything more needs one above all that was sent before: a change may get here late, from a tab
 * that slept or died, with an id that is older than what this device has already sent of the row.
 */
const keyFor = ({ base }: SyncState, before: Mark | undefined, changeIds: readonly ChangeId[]): ChangeId => {
  if (before && changeIds.every((id) => before.changeIds.includes(id))) return before.key;
  const last = newest([...changeIds, ...(before?.changeIds ?? [])]);
  const sent = Math.max(base.lamport, before ? counterOf(before.key) : 0);
  return counterOf(last) > sent ? last : changeId(sent + 1, tabOf(last));
};

/** Marks only grow until an answer: a row keeps the fields of every unanswered write. */
export const markFor = (state: SyncState, place: RowPlace, step: Step, changeIds: readonly ChangeId[]): Mark => {
  const before = state.log.marks[place.rowId];
  const kind = kindOf[step.type];
  const fields = sentFields(step, place.collection);
  return {
    ...place,
    kind,
    fields: before?.kind === kind ? { ...before.fields, ...fields } : fields,
    changeIds: [...new Set([...(before?.changeIds ?? []), ...changeIds])],
    key: keyFor(state, before, changeIds),
  };
};
