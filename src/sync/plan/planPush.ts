import type { ChangeId, ListId, RowId } from '../../contract/ids';
import type { Collection, Step } from '../../contract/records';
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
import { isNotApplied, repeatedWrite, writeFor } from './inFlightWrite';
import { dueChanges, isRepeated, planRepetition, planRow } from './planRow';

/** The request of one row, and its changes. */
export interface RowRequest extends RowPlace {
  readonly changeIds: readonly ChangeId[];
  readonly write: InFlightWrite;
  readonly step: Step;
  /** True for a repetition of the unanswered write; false for a write of the person's present wishes. */
  readonly isRepetition: boolean;
}

export interface PushPlan {
  readonly dropped: readonly Dropped[];
  /** Rows whose in-flight writes have no use any more: sent orphans, and rows without waiting changes. */
  readonly idleWrites: readonly RowId[];
  /** Lists of waiting items that are unknown on the server and here. */
  readonly missing: readonly ListId[];
  readonly requests: readonly RowRequest[];
  /** Some row has more to send after the answer of its request, so the phase must be planned again. */
  readonly hasMore: boolean;
}

/** Lists are created before their items, and removed after their items. */
export type PushPhase = 'lists' | 'items' | 'listRemovals';

/**
 * Whether a row's request must wait: an item whose list is not on the server yet or is removed together with it, or a
 * list whose items must be removed first. Nothing is created in a list that is removed here: it would go with it, and
 * as an orphan it can be kept.
 */
const isHeld = (
  state: SyncState,
  { collection, listId }: Pick<RowPlace, 'collection' | 'listId'>,
  { type }: Step,
  { cascade, isBroken }: PlanOptions,
  isRepetition: boolean,
): boolean => {
  if (collection === 'lists') return type === 'remove' && !cascade && isWaitingForItems(state, listId, isBroken);
  if (!state.base.lists[listId]) return true;
  const isPointless = (type === 'remove' && cascade) || (type === 'create' && !isRepetition);
  return isPointless && isListGoing(state, listId);
};

/** Whether a removed list still has items to remove one by one. After the list, nobody could find them. */
const isWaitingForItems = (state: SyncState, listId: ListId, isBroken: PlanOptions['isBroken']): boolean =>
  Object.entries<readonly Change[]>(state.log.items[listId] ?? EMPTY).some(([id, changes]) => {
    const rowId = id as RowId;
    const write = state.log.inFlight[rowId];
    const mayBeThere = write !== undefined && (isBroken(rowId) || !isNotApplied(state, write));
    const isThere = id in (state.base.items[listId] ?? EMPTY);
    return (isThere || mayBeThere) && changes.some((change) => change.type === 'remove');
  });

const isOfPhase = (phase: PushPhase, { type }: Step): boolean =>
  phase === 'items' || (phase === 'listRemovals') === (type === 'remove');

const bucketsOf = (state: SyncState, collection: Collection): readonly ListId[] =>
  collection === 'lists' ? ['' as ListId] : (Object.keys(state.log.items) as ListId[]);

/** A collection that was never pulled completely is not compared, because a missing row or list may just be unknown. */
const isKnown = ({ cursors }: Base, collection: Collection): boolean =>
  cursors.lists !== null && cursors[collection] !== null;

const isOneOf =
  (ids: readonly ChangeId[]) =>
  ({ id }: Change): boolean =>
    ids.includes(id);

/** A disk that did not answer may have stored an in-flight write after it was settled. */
const idleWritesOf = ({ log }: SyncState): RowId[] =>
  Object.values<InFlightWrite>(log.inFlight).flatMap((write) => (changesOfRow(log, write).length ? [] : [write.rowId]));

export interface PlanOptions {
  /** The provider removes a list's items with the list. */
  readonly cascade: boolean;
  /** Whether an in-flight write of this change may be missing on the disk. */
  readonly isStuck: (id: ChangeId) => boolean;
  /** Whether the provider failed on the row in this round. The next pull shows whether it has the row nevertheless. */
  readonly isBroken: (row: RowId) => boolean;
}

/** The requests of one phase of the round: diff(base, view) for every row with changes. */
export const planPush = (state: SyncState, phase: PushPhase, options: PlanOptions): PushPlan => {
  const { isStuck, isBroken } = options;
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
      } else if (isOfPhase(phase, plan) && !isHeld(state, place, plan, options, repeated !== undefined)) {
        const write = repeated ? repeatedWrite(state, repeated) : writeFor(state, place, plan, due);
        requests.push({ ...place, changeIds: due, write, step: plan, isRepetition: repeated !== undefined });
      }
    }
  }
  return { dropped, idleWrites, missing, requests, hasMore };
};
