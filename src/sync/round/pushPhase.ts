import type { ListId, RowId } from '../../contract/ids';
import type { Collection } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { syncEvent } from '../model/syncEvents';
import { allChanges, type Dropped, findRow, type RowPlace, type SyncState, serverRowOf } from '../model/syncState';
import { isListMissing } from '../model/unsent';
import { type PushPhase, type PushPlan, planPush, type RowRequest } from '../plan/planPush';
import type { PlanOptions } from '../plan/planRow';
import { isUpdateRequest, patchChunks } from './patchChunks';
import { concernsOneRequest, type RequestEnd, type RequestPorts, THROUGH, worstOf } from './rowRequest';
import { sendPatch } from './sendPatches';
import { sendRow } from './sendRow';
import { drop } from './settleRow';

/** One phase of the push: plans the rows, sends their requests, and plans again while more is to be sent. */

const MAX_IN_FLIGHT = 6;

export interface PushPorts extends RequestPorts, Omit<PlanOptions, 'broken'> {
  readonly isDiffMode: boolean;
  /** The collections that could not be read. A row that is missing in base may exist there. */
  readonly unread: readonly Collection[];
  /** Changed rows, and lists of changed items, that were unknown before the pull. */
  readonly unknownRows: ReadonlySet<RowId>;
}

type Task = () => Promise<RequestEnd>;

/** Runs the queue, a few requests at a time. After a result that concerns all requests, no further request begins. */
const sendAll = async (
  tasks: readonly Task[],
  signal: AbortSignal,
  letsGoOn: (end: RequestEnd) => boolean,
): Promise<RequestEnd> => {
  const queue = [...tasks].reverse();
  const stops: RequestEnd[] = [];
  const worker = async (): Promise<void> => {
    for (let task = queue.pop(); task && stops.every(letsGoOn) && !signal.aborted; task = queue.pop()) {
      const end = await task();
      if (end.kind !== 'through') stops.push(end);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, tasks.length) }, worker));
  return worstOf(stops);
};

/** Sends updates. In diff mode a repeated write is sent as PATCH again, with its key. */
const tasksOf = (ports: PushPorts, requests: readonly RowRequest[]): readonly Task[] => {
  if (!ports.isDiffMode) return requests.map((request) => () => sendRow(ports, request));
  const chunks = patchChunks(ports, requests.filter(isUpdateRequest));
  return [
    ...requests.filter((request) => !isUpdateRequest(request)).map((request) => () => sendRow(ports, request)),
    ...chunks.map((chunk) => () => sendPatch(ports, chunk)),
  ];
};

/**
 * Writes with an in-flight record were tried before and are sent last. The server may fail on any of them each time,
 * and that must not delay the others.
 */
const sendRows = async (ports: PushPorts, requests: readonly RowRequest[]): Promise<RequestEnd> => {
  const { inFlight } = ports.host.state().log;
  const fresh = requests.filter(({ rowId }) => !(rowId in inFlight));
  const again = requests.filter(({ rowId }) => rowId in inFlight);
  const end = await sendAll(tasksOf(ports, fresh), ports.signal, () => false);
  if (end.kind !== 'through') return end;
  return sendAll(tasksOf(ports, again), ports.signal, concernsOneRequest);
};

/** Whether a changed row is unknown: neither base nor a change here has it, and no tombstone says that it was removed. */
const isRowAbsent = ({ base, log }: SyncState, place: RowPlace): boolean =>
  // Most rows are in their list, and a search through all lists is slow.
  !serverRowOf(base, place) &&
  !changesOfRow(log, place).some(({ type }) => type === 'insert') &&
  !(place.rowId in base.tombstones[place.collection]) &&
  !findRow(base, place.collection, place.rowId);

/**
 * Changed rows, and lists of changed items, that are unknown before a pull. If the pull does not bring them, they do not
 * exist. A row that becomes unknown later may exist: without locks, another tab may have created it after the pull, and
 * removed its insert from the disk.
 */
export const unknownRowsOf = (state: SyncState): Set<RowId> =>
  new Set<RowId>([
    ...(Object.keys(state.log.items) as ListId[]).filter((listId) => isListMissing(state, listId)),
    ...allChanges(state.log).flatMap((change) => (isRowAbsent(state, change) ? [change.rowId] : [])),
  ]);

/** Lists that do not exist. They were removed before this device can remember. */
const buryLists = async ({ host, unknownRows }: PushPorts, lists: readonly ListId[]): Promise<void> => {
  const removed = lists.filter((id) => unknownRows.has(id)).map((id) => ({ id, updatedAt: null }));
  if (removed.length === 0) return;
  await host.apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } }));
};

/**
 * Applies what the plan concludes without a request. All of it is applied at once, because the state may change while a
 * disk is awaited: the stream may bring a list that the plan counts as removed.
 */
const concludePlan = async (ports: PushPorts, { dropped, missing, idleWrites }: PushPlan): Promise<void> => {
  const state = ports.host.state();
  const isCertain = (one: Dropped): boolean =>
    !ports.unread.includes(one.collection) && (!isRowAbsent(state, one) || ports.unknownRows.has(one.rowId));
  await Promise.all([
    drop(ports, dropped.filter(isCertain)),
    ports.unread.includes('lists') ? null : buryLists(ports, missing),
    idleWrites.length ? ports.host.apply(syncEvent('sync/writesForgotten', { rowIds: idleWrites })) : null,
  ]);
};

/** Whether a request had an answer, and its write is still in flight: the answer has changed what the row needs. */
const isUnfinished = ({ log }: SyncState, requests: readonly RowRequest[]): boolean =>
  requests.some(({ rowId, write }) => log.inFlight[rowId]?.key === write.key);

/** Of an unanswered create: its repetition, an update of the row that it found, and the later changes. */
const MOST_TURNS = 3;

export const pushPhase = async (ports: PushPorts, phase: PushPhase): Promise<RequestEnd> => {
  // Unanswered writes first, later changes after them. By then each write has an answer, or the round has ended.
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const plan = planPush(ports.host.state(), phase, ports);
    if (ports.signal.aborted) return THROUGH;
    await concludePlan(ports, plan);
    if (ports.signal.aborted) return THROUGH;
    const end = await sendRows(ports, plan.requests);
    if (end.kind !== 'through' || !(plan.hasMore || isUnfinished(ports.host.state(), plan.requests))) return end;
  }
  return THROUGH;
};
