import type { ListId, RowId } from '../../contract/ids';
import type { Collection } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { syncEvent } from '../model/syncEvents';
import { allChanges, type Dropped, findRow, type RowPlace, type SyncState, serverRowOf } from '../model/syncState';
import { isListMissing } from '../model/unsent';
import { type PushPlan, planPush, type RowRequest } from '../plan/planPush';
import type { PlanOptions } from '../plan/planRow';
import { isUpdateRequest, patchChunks } from './patchChunks';
import { concernsOneRequest, type RequestEnd, type RequestPorts, THROUGH, worstOf } from './rowRequest';
import { sendPatch } from './sendPatches';
import { sendRow } from './sendRow';
import { drop } from './settleRow';

/** Sends the changes of all rows: plans, sends what nothing holds back, and plans again until nothing can be sent. */

const MAX_IN_FLIGHT = 6;

export interface PushPorts extends RequestPorts, Omit<PlanOptions, 'postponed'> {
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

/** In diff mode updates are sent as PATCH, also again, with their keys. */
const tasksOf = (ports: PushPorts, requests: readonly RowRequest[]): readonly Task[] => {
  if (!ports.diffMode.isOn) return requests.map((request) => () => sendRow(ports, request));
  const chunks = patchChunks(ports, requests.filter(isUpdateRequest));
  return [
    ...requests.filter((request) => !isUpdateRequest(request)).map((request) => () => sendRow(ports, request)),
    ...chunks.map((chunk) => () => sendPatch(ports, chunk)),
  ];
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

/** The event for lists that do not exist: they were removed, and no tombstone of them is left here. */
const removalOf = (lists: readonly ListId[]) => {
  const removed = lists.map((id) => ({ id, updatedAt: null }));
  return syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } });
};

/**
 * Applies what the plan concludes without a request. All of it is applied at once, because the state may change while a
 * disk is awaited: the stream may bring a list that the plan counts as removed.
 * @returns whether there was anything to apply
 */
const concludePlan = async (ports: PushPorts, plan: Omit<PushPlan, 'requests'>): Promise<boolean> => {
  const { host, unread, unknownRows } = ports;
  const state = host.state();
  const isCertain = (one: Dropped): boolean =>
    !unread.includes(one.collection) && (!isRowAbsent(state, one) || unknownRows.has(one.rowId));
  const dropped = plan.dropped.filter(isCertain);
  const missing = unread.includes('lists') ? [] : plan.missing.filter((id) => unknownRows.has(id));
  const { idleWrites, carried } = plan;
  await Promise.all([
    drop(ports, dropped),
    carried.length ? host.apply(syncEvent('sync/changesRecorded', { changes: carried })) : null,
    missing.length ? host.apply(removalOf(missing)) : null,
    idleWrites.length ? host.apply(syncEvent('sync/writesForgotten', { rowIds: idleWrites })) : null,
  ]);
  return dropped.length + carried.length + missing.length + idleWrites.length > 0;
};

/** Of an unanswered create: its repetition, an update of the row that it found, and the later changes. */
const MOST_SENDS = 3;

/** After that many requests in a round, a row waits for the next one. Its answers may bring more to do for ever. */
const countSends = ({ postponed }: Pick<PushPorts, 'postponed'>) => {
  const times = new Map<RowId, number>();
  return (requests: readonly RowRequest[]): void => {
    for (const { rowId } of requests) {
      const sends = (times.get(rowId) ?? 0) + 1;
      times.set(rowId, sends);
      if (sends === MOST_SENDS) postponed.add(rowId);
    }
  };
};

/**
 * Sends the changes. Each turn plans all rows anew, because an answer or a conclusion may change what a row needs, and may
 * let others go: the items of a created list, the later changes of an answered write.
 *
 * Writes with an in-flight record were tried before and are sent last in their turn. The server may fail on any of them
 * each time. That must not delay the others, so those rows wait for the next round. A write that was not tried before
 * and fails ends the round's sending, because the next one would probably fail too.
 */
export const pushChanges = async (ports: PushPorts): Promise<RequestEnd> => {
  const { host, signal } = ports;
  const count = countSends(ports);
  let failed: RequestEnd = THROUGH;
  while (!signal.aborted && (failed.kind === 'through' || concernsOneRequest(failed))) {
    const { requests, ...conclusions } = planPush(host.state(), ports);
    if (await concludePlan(ports, conclusions)) continue;
    if (signal.aborted || requests.length === 0) break;
    count(requests);
    const { inFlight } = host.state().log;
    const fresh = requests.filter(({ rowId }) => !(rowId in inFlight));
    const again = requests.filter(({ rowId }) => rowId in inFlight);
    const end = await sendAll(tasksOf(ports, fresh), signal, () => false);
    if (end.kind !== 'through') return worstOf([end, failed]);
    failed = worstOf([failed, await sendAll(tasksOf(ports, again), signal, concernsOneRequest)]);
  }
  return failed;
};
