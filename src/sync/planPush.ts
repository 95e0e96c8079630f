import type { ChangeId, ListId, RowId } from '../contract/ids';
import { type Collection, listOf } from '../contract/records';
import { isLeftOut } from './leftOut';
import { markFor, type Sender } from './markRow';
import { dueChanges, isRepeated, planRepetition, planRow, repeatedIds, type Step } from './planRow';
import { viewRow } from './replayRow';
import {
  type Base,
  type Change,
  changesOf,
  EMPTY,
  type Mark,
  type RowChanges,
  type RowPlace,
  type SyncState,
  serverRowOf,
} from './syncState';
import { isListAbsent, isListLeaving, isWaitingBlank } from './unsent';

/** The call of one row, and what it carries. */
export interface Lane extends RowPlace {
  readonly changeIds: readonly ChangeId[];
  readonly mark: Mark;
  readonly step: Step;
  /** The unanswered write as it was; else what the person wants. */
  readonly isRepetition: boolean;
  /** It goes out above a newer write that the server named. */
  readonly isLifted?: boolean;
}

/** Changes that leave without a call: base already shows what they wanted, or they cancel out unsent. */
export interface Dropped extends RowPlace {
  readonly changeIds: readonly ChangeId[];
}

export interface PushPlan {
  readonly dropped: readonly Dropped[];
  readonly lanes: readonly Lane[];
  /** Some row has more to send when its lane is through: the phase is to be planned again. */
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
  return !state.base.lists[listId] || (isRemoval && cascade && isListLeaving(state, listId));
};

/** Whether a leaving list still has items to remove one by one: after the list nobody would find them. */
const isWaitingForItems = ({ base, log }: SyncState, listId: ListId): boolean =>
  Object.entries<readonly Change[]>(log.items[listId] ?? EMPTY).some(
    ([id, changes]) =>
      changes.some((change) => change.type === 'remove') &&
      (id in (base.items[listId] ?? EMPTY) || log.marks[id as RowId] !== undefined),
  );

const isOfPhase = (phase: PushPhase, { type }: Step): boolean =>
  phase === 'items' || (phase === 'listRemovals') === (type === 'remove');

const bucketsOf = (state: SyncState, collection: Collection): readonly ListId[] =>
  collection === 'lists' ? ['' as ListId] : (Object.keys(state.log.items) as ListId[]);

/** A collection that was never read whole is not compared: a row that is missing there, or its list, may just be unknown. */
const isKnown = ({ cursors }: Base, collection: Collection): boolean =>
  cursors.lists !== null && cursors[collection] !== null;

/** Whether the changes only make a blank item, which stays here until it has content. */
const isNewBlank = ({ log }: SyncState, rowId: RowId, changes: readonly Change[]): boolean => {
  const made = viewRow(undefined, changes, false);
  return made !== null && !log.marks[rowId] && isWaitingBlank('items', made);
};

/**
 * The first change of the row that is to be sent where it stood before or after another program moved it. What is older goes
 * first, and alone: a row has one mark, and of two words the newer is to stay.
 */
const firstElsewhere = (state: SyncState, { collection, rowId, listId }: RowPlace): ChangeId | undefined =>
  collection === 'lists'
    ? undefined
    : Object.entries<RowChanges>(state.log.items)
        .flatMap(([id, rows]) => {
          const others = id === listId ? undefined : rows[rowId];
          return others && !isNewBlank(state, rowId, others) ? (others[0]?.id ?? []) : [];
        })
        .sort()[0];

/** Whether an item has nowhere to be. One that was moved stands in a list that was perhaps made after the lists were read. */
const isHomeless = (state: SyncState, home: ListId, listId: ListId): boolean =>
  isListAbsent(state, home) && (home === listId || home in state.base.gone.lists);

const isOneOf =
  (ids: readonly ChangeId[]) =>
  ({ id }: Change): boolean =>
    ids.includes(id);

/**
 * Whether it may be about what stands on a disk that could not be read: an edit or a removal of a row that was made there, an
 * item of such a list. Dropped, it would be undone as soon as the disk is read.
 */
const mayStandOnUnread = (state: SyncState, place: RowPlace, home: ListId, changes: readonly Change[]): boolean => {
  const { gone } = state.base;
  const isMade = serverRowOf(state.base, place) !== undefined || changes.some(({ type }) => type === 'insert');
  if (!isMade && !(place.rowId in gone[place.collection])) return true;
  return place.collection === 'items' && isListAbsent(state, home) && !(home in gone.lists);
};

export interface PlanOptions extends Sender {
  /** The provider removes a list's items with the list. */
  readonly cascade: boolean;
  /** Whether no disk took this change. */
  readonly isStuck: (id: ChangeId) => boolean;
  /** Whether the log on disk is known. */
  readonly knowsLog: boolean;
  /** Whether it may have been sent and answered without this tab's knowing: its row waits until the log tells. */
  readonly mayHaveLeft: (id: ChangeId) => boolean;
}

/** What a phase of the round has to send: diff(base, view) for every row with changes. */
export const planPush = (
  state: SyncState,
  phase: PushPhase,
  { cascade, sender, isStuck, knowsLog, mayHaveLeft }: PlanOptions,
): PushPlan => {
  const collection: Collection = phase === 'items' ? 'items' : 'lists';
  const dropped: Dropped[] = [];
  const lanes: Lane[] = [];
  let hasMore = false;
  if (!isKnown(state.base, collection)) return { dropped, lanes, hasMore };
  for (const bucket of bucketsOf(state, collection)) {
    const rows: RowChanges = changesOf(state.log, collection, bucket);
    for (const [id, changes] of Object.entries<readonly Change[]>(rows)) {
      const rowId = id as RowId;
      const listId = collection === 'lists' ? (rowId as ListId) : bucket;
      const place: RowPlace = { collection, rowId, listId };
      const changeIds = changes.map((change) => change.id);
      const server = serverRowOf(state.base, place);
      const home = server ? listOf(server.row) : listId;
      if (!knowsLog && mayStandOnUnread(state, place, home, changes)) continue;
      if (changeIds.some(mayHaveLeft)) continue;
      if (collection === 'items' && (isHomeless(state, home, listId) || isLeftOut(state, place))) {
        dropped.push({ ...place, changeIds });
        continue;
      }
      const elsewhere = firstElsewhere(state, place);
      const isInTurn = (changeId: ChangeId): boolean => elsewhere === undefined || changeId < elsewhere;
      if (!changeIds.some(isInTurn)) {
        hasMore = true;
        continue;
      }
      const repeated = isRepeated(state, place, changes) ? state.log.marks[rowId] : undefined;
      const due = repeated
        ? repeatedIds(repeated, changes)
        : dueChanges(state, place, changes, isStuck)
            .map((change) => change.id)
            .filter(isInTurn);
      const plan = repeated
        ? planRepetition(state, repeated, changes)
        : planRow(state, place, changes.filter(isOneOf(due)));
      if (plan === 'wait') continue;
      hasMore ||= changeIds.some((changeId) => !due.includes(changeId));
      if (plan === 'drop') {
        dropped.push({ ...place, changeIds: due });
      } else if (isOfPhase(phase, plan) && !isHeld(state, { collection, listId: home }, plan, cascade)) {
        const mark = repeated ?? markFor(state, place, plan, due, { sender });
        lanes.push({ ...place, changeIds: due, mark, step: plan, isRepetition: repeated !== undefined });
      }
    }
  }
  return { dropped, lanes, hasMore };
};
