import type { ChangeId, ListId, RowId } from '../contract/ids';
import { type Collection, createBody, type Fields, type Row, rowFields } from '../contract/records';
import { markFor, pick } from './markRow';
import type { RowPlace } from './record';
import { viewRow } from './replay';
import {
  type Base,
  type Change,
  changesOf,
  EMPTY,
  type Mark,
  type RowChanges,
  type SyncState,
  serverRowsOf,
} from './syncState';
import { isListAbsent, isWaitingBlank } from './unsent';

/** One call of a lane. A remove whose documentId is null takes it from the answer to the create before it. */
export type Step =
  | { readonly type: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly type: 'update'; readonly documentId: string; readonly fields: Fields }
  | { readonly type: 'remove'; readonly documentId: string | null };

/** The calls of one row, in order, and what they carry. */
export interface Lane extends RowPlace {
  readonly changeIds: readonly ChangeId[];
  readonly mark: Mark;
  readonly steps: readonly [Step, ...Step[]];
}

/** Changes that leave without a call: base already shows what they wanted, or they cancel out unsent. */
export interface Dropped extends RowPlace {
  readonly changeIds: readonly ChangeId[];
}

export interface PushPlan {
  readonly dropped: readonly Dropped[];
  readonly lanes: readonly Lane[];
}

/** Lists before their items; a list goes last, after its items. */
export type PushPhase = 'lists' | 'items' | 'listRemovals';

/** The fields in which two rows differ, with the values of `wanted`. `list` is never compared. */
export const changedFields = (collection: Collection, base: Row, wanted: Row): Fields => {
  const known = rowFields(collection, base);
  const fields = rowFields(collection, wanted);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => known[name] !== value));
};

type Plan = 'wait' | 'drop' | readonly [Step, ...Step[]];

const createStep = (collection: Collection, row: Row): Step => ({ type: 'create', body: createBody(collection, row) });

/** What one row needs, by comparing what the server last said with what the user sees. */
const planRow = (state: SyncState, place: RowPlace, changes: readonly Change[]): Plan => {
  const { collection, rowId, listId } = place;
  const mark = state.log.marks[rowId];
  if (rowId in state.base.gone[collection]) return 'drop';
  const server = serverRowsOf(state.base, collection, listId)[rowId];
  const wanted = viewRow(server, changes, false);
  if (!server) {
    if (wanted) return !mark && isWaitingBlank(collection, wanted) ? 'wait' : [createStep(collection, wanted)];
    if (mark?.kind !== 'create') return 'drop';
    const sent = changes.find((change) => change.type === 'insert');
    const row = sent && viewRow(undefined, [{ ...sent, data: mark.fields }], false);
    return row ? [createStep(collection, row), { type: 'remove', documentId: null }] : 'drop';
  }
  if (!wanted) return [{ type: 'remove', documentId: server.documentId }];
  const again = mark?.kind === 'update' ? Object.keys(mark.fields) : [];
  const fields = {
    ...pick(rowFields(collection, wanted), again),
    ...changedFields(collection, server.row, wanted),
  };
  return Object.keys(fields).length ? [{ type: 'update', documentId: server.documentId, fields }] : 'drop';
};

const isListLeaving = (state: SyncState, listId: ListId): boolean =>
  (state.log.lists[listId] ?? []).some((change) => change.type === 'remove');

/**
 * Whether a row's calls must not go out now: an item whose list is not on the server yet or takes it along, a list that must
 * wait for its items to leave.
 */
const isHeld = (
  state: SyncState,
  { collection, listId }: RowPlace,
  plan: readonly Step[],
  cascade: boolean,
): boolean => {
  const isRemoval = plan[0]?.type === 'remove';
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

const isOfPhase = (phase: PushPhase, steps: readonly Step[]): boolean =>
  phase === 'items' || (phase === 'listRemovals') === (steps[0]?.type === 'remove');

const bucketsOf = (state: SyncState, collection: Collection): readonly ListId[] =>
  collection === 'lists' ? ['' as ListId] : (Object.keys(state.log.items) as ListId[]);

/** A collection that was never read whole is not compared: a row that is missing there may just be unknown. */
const isKnown = (base: Base, collection: Collection): boolean => base.cursors[collection] !== null;

/**
 * What a phase of the round has to send: diff(base, view) for every row with changes.
 * @param cascade the provider removes a list's items with the list
 */
export const planPush = (state: SyncState, phase: PushPhase, { cascade }: { readonly cascade: boolean }): PushPlan => {
  const collection: Collection = phase === 'items' ? 'items' : 'lists';
  const dropped: Dropped[] = [];
  const lanes: Lane[] = [];
  if (!isKnown(state.base, collection)) return { dropped, lanes };
  for (const bucket of bucketsOf(state, collection)) {
    const rows: RowChanges = changesOf(state.log, collection, bucket);
    for (const [id, changes] of Object.entries<readonly Change[]>(rows)) {
      const rowId = id as RowId;
      const listId = collection === 'lists' ? (rowId as ListId) : bucket;
      const place: RowPlace = { collection, rowId, listId };
      const changeIds = changes.map((change) => change.id);
      const isListGone = collection === 'items' && isListAbsent(state, listId);
      const plan = isListGone ? 'drop' : planRow(state, place, changes);
      if (plan === 'wait') continue;
      if (plan === 'drop') {
        dropped.push({ ...place, changeIds });
      } else if (isOfPhase(phase, plan) && !isHeld(state, place, plan, cascade)) {
        lanes.push({ ...place, changeIds, mark: markFor(state, place, plan[0], changeIds), steps: plan });
      }
    }
  }
  return { dropped, lanes };
};
