import { emptyFields } from '../../contract/fields';
import type { ChangeId } from '../../contract/ids';
import type { Collection, Fields, Step } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { EMPTY, type InFlightWrite, type RowPlace, type SyncState, type WriteKey } from '../model/syncState';

/** A write without a known answer is in flight. This file creates its stored record and its key. */

/** Those of the fields with the given names. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const sentFields = (step: Step, collection: Collection): Fields => {
  if (step.type === 'update') return step.fields;
  if (step.type === 'remove') return EMPTY;
  return pick(step.body as Fields, Object.keys(emptyFields[collection]));
};

/** Change ids have the order of their text. */
export const newest = (ids: readonly ChangeId[]): ChangeId => [...ids].sort().at(-1) ?? ('' as ChangeId);

/**
 * The key of a write: the id of its newest change, and the number of changes. Tabs with the same changes get the same
 * key.
 */
export const writeKey = (changes: readonly ChangeId[]): WriteKey => `${newest(changes)}.${changes.length}`;

/** A row's in-flight write, if it names any waiting change. Otherwise it belongs to changes that no disk has stored. */
export const inFlightWriteOf = ({ log }: Pick<SyncState, 'log'>, place: RowPlace): InFlightWrite | undefined => {
  const write = log.inFlight[place.rowId];
  return write && changesOfRow(log, place).some(({ id }) => write.changeIds.includes(id)) ? write : undefined;
};

/** The most keys that one write replaces. */
const MOST_REPLACED = 3;

/** The keys of the row's unanswered write, if it is planned again instead of repeated. Its request may still arrive. */
const replacedBy = (key: WriteKey, before: InFlightWrite | undefined): readonly WriteKey[] =>
  before ? [before.key, ...(before.replaces ?? [])].filter((other) => other !== key).slice(0, MOST_REPLACED) : [];

/** The record that is stored before a write is sent. */
export const writeFor = (
  state: SyncState,
  place: RowPlace,
  step: Step,
  changeIds: readonly ChangeId[],
): InFlightWrite => {
  const { collection, listId, rowId } = place;
  const key = writeKey(changeIds);
  const replaces = replacedBy(key, inFlightWriteOf(state, place));
  return {
    collection,
    listId,
    rowId,
    kind: step.type,
    fields: sentFields(step, collection),
    changeIds,
    key,
    ...(replaces.length > 0 && { replaces }),
  };
};
