import { emptyFields } from '../../contract/fields';
import type { ChangeId } from '../../contract/ids';
import type { Collection, Fields } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import {
  EMPTY,
  type InFlightWrite,
  type RowPlace,
  type SyncState,
  serverRowOf,
  type WriteKey,
} from '../model/syncState';
import { LEAVING } from '../model/unsent';

/** A write whose answer is not known yet is in flight: what is stored of it, and the key it travels under. */

/** The call a row needs. */
export type Step =
  | { readonly type: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly type: 'update'; readonly documentId: string; readonly fields: Fields }
  | {
      readonly type: 'remove';
      readonly documentId: string;
      /** The person leaves a shared list, which stays with the others. */
      readonly isLeaving?: true;
    };

/** The named ones of some fields. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const sentFields = (step: Step, collection: Collection): Fields => {
  if (step.type === 'update') return step.fields;
  if (step.type === 'remove') return step.isLeaving ? LEAVING : EMPTY;
  return pick(step.body as Fields, Object.keys(emptyFields[collection]));
};

/** Change ids sort as text. */
export const newest = (ids: readonly ChangeId[]): ChangeId => [...ids].sort().at(-1) ?? ('' as ChangeId);

/** A write's key is its newest change and their number: windows that know of the same changes make the same one. */
export const writeKey = (changes: readonly ChangeId[]): WriteKey => `${newest(changes)}.${changes.length}`;

const writtenOver = ({ base }: SyncState, place: RowPlace): Pick<InFlightWrite, 'over'> => {
  const server = serverRowOf(base, place);
  return server ? { over: server.updatedAt } : {};
};

/** A row's in-flight write, where it names any of the changes that wait: else it was for others, which no disk took. */
export const inFlightWriteOf = ({ log }: Pick<SyncState, 'log'>, place: RowPlace): InFlightWrite | undefined => {
  const write = log.inFlight[place.rowId];
  return write && changesOfRow(log, place).some(({ id }) => write.changeIds.includes(id)) ? write : undefined;
};

/** A write stands for no more than so many: what goes on breaking is corrected now and then. */
const MOST_REPLACED = 3;

/** The keys of the row's unanswered write, where that is not repeated but planned anew: it may still be on its way. */
const replacedBy = (key: WriteKey, before: InFlightWrite | undefined): readonly WriteKey[] =>
  before ? [before.key, ...(before.replaces ?? [])].filter((other) => other !== key).slice(0, MOST_REPLACED) : [];

/** What is written down before a write leaves. What it takes the place of is settled with it. */
export const writeFor = (
  state: SyncState,
  place: RowPlace,
  step: Step,
  changeIds: readonly ChangeId[],
): InFlightWrite => {
  const before = inFlightWriteOf(state, place);
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
export const repeatedWrite = (state: SyncState, { isBroken: _, over: __, ...write }: InFlightWrite): InFlightWrite => ({
  ...write,
  ...writtenOver(state, write),
});

/** Whether the provider broke on the write and has the row still as it was then, or still has none: it was not applied. */
export const isNotApplied = (state: SyncState, write: InFlightWrite): boolean =>
  write.isBroken === true && writtenOver(state, write).over === write.over;
