import type { ChangeId, ListId, RowId } from '../../contract/ids';
import type { Collection } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { orphanRow } from '../model/orphans';
import {
  type Base,
  type Change,
  changesOf,
  type Dropped,
  EMPTY,
  type InFlightWrite,
  type RowChanges,
  type RowPlace,
  type SyncState,
} from '../model/syncState';
import { isListAbsent, isListGoing, isListGone } from '../model/unsent';
import { repeatedWrite, type Step, writeFor } from './inFlightWrite';
import { dueChanges, isRepeated, planRepetition, planRow } from './planRow';

/** The call of one row, and what it carries. */
export interface RowRequest extends RowPlace {
  readonly changeIds: readonly ChangeId[];
  readonly write: InFlightWrite;
  readonly step: Step;
  /** The unanswered write as it was; else what the person wants. */
  readonly isRepetition: boolean;
}

export interface PushPlan {
  readonly dropped: readonly Dropped[];
  /** Rows whose in-flight writes say nothing any more: orphans that were sent before their list went, and rows of which nothing waits. */
  readonly idleWrites: readonly RowId[];
  /** Lists of waiting items that neither the server nor anybody here has. */
  readonly missing: readonly ListId[];
  readonly requests: readonly RowRequest[];
  /** Some row has more to send when its request is answered: the phase is to be planned again. */
  readonly hasMore: boolean;
}

/** Lists before their items; a list goes last, after its items. */
export type PushPhase = 'lists' | 'items' | 'listRemovals';

/**
 * Whether a row's calls must not go out now: an item whose list is not on the server yet or takes it along, a list that must
 * wait for its items to leave.
 */
const isHeld = (
  state: SyncState,
  { collection, listId }: Pick<RowPlace, 'collection' | 'listId'>,
  { type }: Step,
  cascade: boolean,
): boolean => {
  const isRemoval = type === 'remove';
  if (collection === 'lists') return isRemoval && !cascade && isWaitingForItems(state, listId);
  return !state.base.lists[listId] || (isRemoval && cascade && isListGoing(state, listId));
};

/** Whether a leaving list still has items to remove one by one: after the list nobody would find them. */
const isWaitingForItems = ({ base, log }: SyncState, listId: ListId): boolean =>
  Object.entries<readonly Change[]>(log.items[listId] ?? EMPTY).some(
    ([id, changes]) =>
      changes.some((change) => change.type === 'remove') &&
      (id in (base.items[listId] ?? EMPTY) || log.inFlight[id as RowId] !== undefined),
  );

const isOfPhase = (phase: PushPhase, { type }: Step): boolean =>
  phase === 'items' || (phase === 'listRemovals') === (type === 'remove');

const bucketsOf = (state: SyncState, collection: Collection): readonly ListId[] =>
  collection === 'lists' ? ['' as ListId] : (Object.keys(state.log.items) as ListId[]);

/** A collection that was never read whole is not compared: a row that is missing there, or its list, may just be unknown. */
const isKnown = ({ cursors }: Base, collection: Collection): boolean =>
  cursors.lists !== null && cursors[collection] !== null;

const isOneOf =
  (ids: readonly ChangeId[]) =>
  ({ id }: Change): boolean =>
    ids.includes(id);

/** A disk that gave no answer may have taken an in-flight write after it was settled. */
const idleWritesOf = ({ log }: SyncState): RowId[] =>
  Object.values<InFlightWrite>(log.inFlight).flatMap((write) => (changesOfRow(log, write).length ? [] : [write.rowId]));

export interface PlanOptions {
  /** The provider removes a list's items with the list. */
  readonly cascade: boolean;
  /** Whether no disk took this change. */
  readonly isStuck: (id: ChangeId) => boolean;
  /** Whether the provider broke on the row in this very round: whether it has it nevertheless, the next pull will tell. */
  readonly isBroken: (row: RowId) => boolean;
}

/** What a phase of the round has to send: diff(base, view) for every row with changes. */
export const planPush = (state: SyncState, phase: PushPhase, { cascade, isStuck, isBroken }: PlanOptions): PushPlan => {
  const collection: Collection = phase === 'items' ? 'items' : 'lists';
  const dropped: Dropped[] = [];
  const idleWrites: RowId[] = phase === 'lists' ? idleWritesOf(state) : [];
  const missing: ListId[] = [];
  const requests: RowRequest[] = [];
  let hasMore = false;
  if (!isKnown(state.base, collection)) return { dropped, idleWrites, missing, requests, hasMore };
  for (const bucket of bucketsOf(state, collection)) {
    if (collection === 'items' && isListAbsent(state, bucket) && !isListGone(state, bucket)) {
      missing.push(bucket);
      continue;
    }
    const rows: RowChanges = changesOf(state.log, collection, bucket);
    for (const [id, changes] of Object.entries<readonly Change[]>(rows)) {
      const rowId = id as RowId;
      const listId = collection === 'lists' ? (rowId as ListId) : bucket;
      if (isBroken(rowId)) continue;
      const place: RowPlace = { collection, rowId, listId };
      const changeIds = changes.map((change) => change.id);
      if (collection === 'items' && isListAbsent(state, listId)) {
        if (!orphanRow(state, listId, rowId, changes)) dropped.push({ ...place, changeIds });
        else if (state.log.inFlight[rowId]) idleWrites.push(rowId);
        continue;
      }
      const repeated = isRepeated(state, place, changes) ? state.log.inFlight[rowId] : undefined;
      const due = repeated ? repeated.changeIds : dueChanges(state, place, changes, isStuck).map((change) => change.id);
      const plan = repeated
        ? planRepetition(state, repeated, changes)
        : planRow(state, place, changes.filter(isOneOf(due)));
      if (plan === 'wait') continue;
      hasMore ||= changeIds.some((changeId) => !due.includes(changeId));
      if (plan === 'drop') {
        dropped.push({ ...place, changeIds: due });
      } else if (isOfPhase(phase, plan) && !isHeld(state, place, plan, cascade)) {
        const write = repeated ? repeatedWrite(state, repeated) : writeFor(state, place, plan, due);
        requests.push({ ...place, changeIds: due, write, step: plan, isRepetition: repeated !== undefined });
      }
    }
  }
  return { dropped, idleWrites, missing, requests, hasMore };
};
