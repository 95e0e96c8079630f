import type { ListId, RowId } from '../../contract/ids';
import type { Collection, Step } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { orphanRow } from '../model/orphans';
import {
  type Base,
  type Change,
  type Dropped,
  EMPTY,
  type InFlightWrite,
  type RowChanges,
  type RowPlace,
  type SyncState,
} from '../model/syncState';
import { createsRow, isListGone, isListMissing, isListRemovalWaiting, isWithList } from '../model/unsent';
import { writeFor } from './inFlightWrite';
import { carriedEdit, dueChanges, isRepeated, lastMovedTo, type PlanOptions, planRepetition, planRow } from './planRow';

/** The request of one row. */
export interface RowRequest extends RowPlace {
  readonly write: InFlightWrite;
  readonly step: Step;
  /** True for a repetition of the unanswered write; false for a write of the person's present wishes. */
  readonly isRepetition: boolean;
}

export interface PushPlan {
  readonly dropped: readonly Dropped[];
  /** Rows whose in-flight writes are not needed any more: new items whose list is gone, and rows without changes. */
  readonly idleWrites: readonly RowId[];
  /** Lists of waiting items that are unknown on the server and here. */
  readonly missing: readonly ListId[];
  /** What others changed in items that were moved here meanwhile, for their new rows, and the removals that know it now. */
  readonly carried: readonly Change[];
  readonly requests: readonly RowRequest[];
}

/**
 * Whether a row's request must wait: an item whose list is not on the server yet, or a list whose items must be removed
 * first. An item that was added to a list after the list was removed here is not created, because the removal of the list
 * would remove it too. Unsent, it becomes an orphan that the person can keep.
 */
const isHeld = (
  state: SyncState,
  { collection, listId }: Pick<RowPlace, 'collection' | 'listId'>,
  { type }: Step,
  { hasCascade, postponed }: PlanOptions,
  isAdded: boolean,
): boolean => {
  if (collection === 'lists') return type === 'remove' && !hasCascade && isWaitingForItems(state, listId, postponed);
  return !state.base.lists[listId] || (type === 'create' && isAdded && isListRemovalWaiting(state, listId));
};

/** Whether an item of a removed list waits for the next round. After the list, nobody could find it. */
const isWaitingForItems = (state: SyncState, listId: ListId, postponed: PlanOptions['postponed']): boolean =>
  (Object.keys(state.log.items[listId] ?? EMPTY) as RowId[]).some((id) => postponed.has(id));

/** A collection that was never pulled completely is not compared, because a missing row or list may just be unknown. */
const isKnown = ({ cursors }: Base, collection: Collection): boolean => cursors[collection] !== null;

/** Rows with an in-flight write and no changes. A disk that did not answer may store a write after it was settled. */
const idleWritesOf = ({ log }: SyncState): RowId[] =>
  Object.values<InFlightWrite>(log.inFlight).flatMap((write) => (changesOfRow(log, write).length ? [] : [write.rowId]));

/** What one row adds to the plan. */
interface RowPlan {
  readonly dropped?: Dropped;
  readonly idleWrite?: RowId;
  readonly missing?: ListId;
  readonly carried?: readonly Change[];
  readonly request?: RowRequest;
}

/** An item whose list is gone: it is kept as an orphan for the recovery offer, or dropped. */
const planOrphan = (state: SyncState, place: RowPlace, changes: readonly Change[]): RowPlan => {
  const { listId, rowId } = place;
  if (!orphanRow(state, listId, rowId, changes))
    return { dropped: { ...place, changeIds: changes.map(({ id }) => id) } };
  return state.log.inFlight[rowId] ? { idleWrite: rowId } : {};
};

/**
 * The changes of a row to send now. Before a list is removed or left, its earlier changes are sent: the provider can
 * restore it, or others keep it. Its items send their changes, but not the removals that the provider makes itself. If the
 * list has an unanswered write, its removal is not delayed, because that write might fail for ever.
 */
const changesToSend = (
  state: SyncState,
  place: RowPlace,
  changes: readonly Change[],
  { hasCascade }: PlanOptions,
): readonly Change[] => {
  const { collection, listId, rowId } = place;
  if (collection === 'items')
    return hasCascade && isListRemovalWaiting(state, listId)
      ? changes.filter((change) => !isWithList(change))
      : changes;
  const removal = changes.findIndex(({ type }) => type === 'remove');
  const earlier = changes.slice(0, Math.max(removal, 0));
  const isDelayed = earlier.length > 0 && rowId in state.base.lists && !(rowId in state.log.inFlight);
  return isDelayed && planRow(state, place, earlier) !== 'drop' ? earlier : changes;
};

/** Whether an item is still to be created, in a list that is there and stays. */
const isItemComing = (state: SyncState, rowId: RowId): boolean =>
  Object.entries<RowChanges>(state.log.items).some(([id, rows]) => {
    const listId = id as ListId;
    const changes = rows[rowId];
    const isThere = rowId in (state.base.items[listId] ?? EMPTY);
    if (!changes || isThere || isListMissing(state, listId) || isListRemovalWaiting(state, listId)) return false;
    return createsRow(changes);
  });

/** Whether an item that was moved to another list waits for its new row. */
const isWaitingForMove = (state: SyncState, changes: readonly Change[]): boolean =>
  changes.some(
    (change) => change.type === 'remove' && change.data.movedTo && isItemComing(state, lastMovedTo(state, change)),
  );

/** @param all the changes of one row */
const planOne = (state: SyncState, all: readonly Change[], options: PlanOptions): RowPlan => {
  const [first] = all;
  if (!first || !isKnown(state.base, first.collection) || options.postponed.has(first.rowId)) return {};
  const { collection, listId, rowId } = first;
  const place: RowPlace = { collection, listId, rowId };
  if (collection === 'items' && isListMissing(state, listId))
    return isListGone(state, listId) ? planOrphan(state, place, all) : { missing: listId };
  const changes = changesToSend(state, place, all, options);
  if (changes.length === 0 || isWaitingForMove(state, changes)) return {};
  const carried = carriedEdit(state, place, changes);
  if (carried.length) return { carried };
  const repeated = isRepeated(state, place, changes) ? state.log.inFlight[rowId] : undefined;
  const due = repeated ? changes : dueChanges(state, place, changes, options);
  const changeIds = repeated?.changeIds ?? due.map(({ id }) => id);
  const plan = repeated ? planRepetition(state, repeated, due) : planRow(state, place, due);
  if (plan === 'wait') return {};
  if (plan === 'drop') return { dropped: { ...place, changeIds } };
  const isRepetition = repeated !== undefined;
  // What was removed with its list was in it before.
  const isAdded = !isRepetition && !all.some(isWithList);
  if (isHeld(state, place, plan, options, isAdded)) return {};
  const write = repeated ?? writeFor(state, place, plan, changeIds);
  return { request: { ...place, write, step: plan, isRepetition } };
};

const isListRemoval = ({ collection, step }: RowRequest): boolean => collection === 'lists' && step.type === 'remove';

/**
 * What can be sent now: diff(base, view) for every row with changes. An item waits until its list is on the server. Lists
 * are removed or left when nothing else can be sent: after that, nobody would get the changes of their items.
 */
export const planPush = (state: SyncState, options: PlanOptions): PushPlan => {
  const { lists, items } = state.log;
  const rows = [lists, ...Object.values<RowChanges>(items)]
    .flatMap((changed) => Object.values<readonly Change[]>(changed))
    .map((changes) => planOne(state, changes, options));
  const requests = rows.flatMap(({ request }) => request ?? []);
  const others = requests.filter((request) => !isListRemoval(request));
  return {
    dropped: rows.flatMap(({ dropped }) => dropped ?? []),
    idleWrites: [...idleWritesOf(state), ...rows.flatMap(({ idleWrite }) => idleWrite ?? [])],
    missing: [...new Set(rows.flatMap(({ missing }) => missing ?? []))],
    carried: rows.flatMap(({ carried }) => carried ?? []),
    requests: others.length ? others : requests,
  };
};
