import type { ChangeId, ListId, RowId } from '../../contract/ids';
import { failureText } from '../../contract/outcomes';
import { COLLECTIONS, type Collection } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import type { InFlightWrite, SyncState } from '../model/syncState';
import { isListAbsent } from '../model/unsent';
import { type PushPhase, type PushPlan, planPush, type RowRequest } from '../plan/planPush';
import { isWholePull } from '../wire/timing';
import { isUpdateRequest, patchChunks } from './patchChunks';
import { askPull, takePull } from './pullCollection';
import { isBroken, type RequestEnd, type RequestPorts, THROUGH, worstOf } from './rowRequest';
import { sendPatch } from './sendPatches';
import { sendRow } from './sendRow';
import { drop } from './settleRow';

/**
 * One sync round: pull, integrate, plan, send, settle or refuse each row. The caller holds the lock and has read the
 * stored log. Failures of the network or the server never throw; they become a `RoundEnd`.
 */
export interface RoundPorts extends Omit<RequestPorts, 'broken'> {
  /** The name of this tab or worker in the operation records. */
  readonly instance: string;
  readonly newId: () => string;
  readonly isDiffMode: boolean;
  readonly hasCascade: boolean;
  /** Whether an in-flight write of this change may be missing on the disk. */
  readonly isStuck: (id: ChangeId) => boolean;
  /**
   * Whether the stored log could be read before this round. Otherwise nothing is sent, because it may depend on that
   * log.
   */
  readonly canSend: boolean;
}

export type RoundEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'failed';
      readonly stage: 'pull' | 'push';
      readonly reason: string;
      readonly afterMs: number | null;
      /** The collections that the provider refused to send. The round continued without them. */
      readonly refused?: readonly Collection[];
    };

const MAX_IN_FLIGHT = 6;

type PushPorts = RoundPorts &
  RequestPorts & {
    /** The collections that could not be read. A row that is missing in base may exist there. */
    readonly unread: readonly Collection[];
    /** Lists of waiting items that were unknown here before the pull. */
    readonly unknownLists: ReadonlySet<ListId>;
  };

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
  return sendAll(tasksOf(ports, again), ports.signal, isBroken);
};

/** The lists of waiting items that neither base nor a change here knows. */
const unknownListsOf = (state: SyncState): Set<ListId> =>
  new Set((Object.keys(state.log.items) as ListId[]).filter((listId) => isListAbsent(state, listId)));

/**
 * Lists that the server does not have, and that no change here creates. They were removed before this device can
 * remember. A list that was known here before the pull does not count: without locks, another tab may just have created
 * it.
 */
const buryLists = async ({ host, unknownLists }: PushPorts, lists: readonly ListId[]): Promise<void> => {
  const removed = lists.filter((id) => unknownLists.has(id)).map((id) => ({ id, updatedAt: null }));
  if (removed.length === 0) return;
  await host.apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } }));
};

/**
 * Applies what the plan concludes without a request. All of it is applied at once, because the state may change while a
 * disk is awaited: the stream may bring a list that the plan counts as removed.
 */
const concludePlan = async (ports: PushPorts, { dropped, missing, idleWrites }: PushPlan): Promise<void> => {
  const read = dropped.filter(({ collection }) => !ports.unread.includes(collection));
  await Promise.all([
    drop(ports, read),
    ports.unread.includes('lists') ? null : buryLists(ports, missing),
    idleWrites.length ? ports.host.apply(syncEvent('sync/writesForgotten', { rowIds: idleWrites })) : null,
  ]);
};

/** Whether a request had an answer, and its write is still in flight: the answer has changed what the row needs. */
const isUnfinished = ({ log }: SyncState, requests: readonly RowRequest[]): boolean =>
  requests.some(({ rowId, write }) => log.inFlight[rowId]?.key === write.key);

/** Of an unanswered create: its repetition, an update of the row that it found, and the later changes. */
const MOST_TURNS = 3;

const pushPhase = async (ports: PushPorts, phase: PushPhase): Promise<RequestEnd> => {
  const { hasCascade: cascade, takesKeys } = ports;
  // Without idempotency keys, nothing can be sent again safely.
  const isStuck = (id: ChangeId): boolean => takesKeys && ports.isStuck(id);
  // Unanswered writes first, later changes after them. By then each write has an answer, or the round has ended.
  const isBrokenRow = (id: RowId): boolean => ports.broken.has(id);
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const plan = planPush(ports.host.state(), phase, { cascade, isStuck, isBroken: isBrokenRow });
    if (ports.signal.aborted) return THROUGH;
    await concludePlan(ports, plan);
    if (ports.signal.aborted) return THROUGH;
    const end = await sendRows(ports, plan.requests);
    if (end.kind !== 'through' || !(plan.hasMore || isUnfinished(ports.host.state(), plan.requests))) return end;
  }
  return THROUGH;
};

/** After the removal of a list, its items have nothing to send. */
const PHASES: readonly PushPhase[] = ['lists', 'items', 'listRemovals', 'items'];

type Failed = Extract<RoundEnd, { kind: 'failed' }>;

/**
 * Pulls both collections, requested at the same time. A pull that the provider refuses counts as failed, but the round
 * continues. A failure that stops the round also cancels the other request.
 */
const pullAll = async (
  ports: RoundPorts,
  options: { readonly isWhole: boolean; readonly roundStartedAt: number },
): Promise<RoundEnd> => {
  const asking = new AbortController();
  const endAsking = (): void => asking.abort();
  ports.signal.addEventListener('abort', endAsking);
  const unread: Collection[] = [];
  let refused: Failed | null = null;
  try {
    for (const asked of COLLECTIONS.map((collection) => askPull(ports, collection, options, asking.signal))) {
      const { collection } = asked;
      const result = await takePull(ports, asked, options);
      if (ports.signal.aborted) return { kind: 'aborted' };
      if (result.kind === 'ok') continue;
      if (result.kind === 'signedOut') return { kind: 'signedOut' };
      const reason = `${collection} ${failureText(result)}`;
      const failed: Failed = { kind: 'failed', stage: 'pull', reason, afterMs: null };
      if (result.kind === 'retry') return { ...failed, reason: result.reason, afterMs: result.afterMs };
      unread.push(collection);
      refused ??= { ...failed, refused: unread };
    }
  } finally {
    endAsking();
    ports.signal.removeEventListener('abort', endAsking);
  }
  return refused ?? { kind: 'done' };
};

/** The rows on which the provider failed. Only the next pull shows whether it applied the write nevertheless. */
const brokenIn = ({ host }: RoundPorts, unread: readonly Collection[]): Set<RowId> =>
  new Set(
    Object.values<InFlightWrite>(host.state().log.inFlight).flatMap(({ collection, rowId, isBroken: isBrokenOn }) =>
      isBrokenOn && unread.includes(collection) ? [rowId] : [],
    ),
  );

const runSteps = async (ports: RoundPorts, isWhole: boolean, roundStartedAt: number): Promise<RoundEnd> => {
  const unknownLists = unknownListsOf(ports.host.state());
  const pulled = await pullAll(ports, { isWhole, roundStartedAt });
  const unread = pulled.kind === 'done' ? [] : pulled.kind === 'failed' ? pulled.refused : undefined;
  if (!unread) return pulled;
  if (!ports.canSend) return { kind: 'failed', stage: 'push', reason: 'what is stored cannot be read', afterMs: null };
  const pushing: PushPorts = { ...ports, unread, unknownLists, broken: brokenIn(ports, unread) };
  let broken: RoundEnd | null = null;
  const ended = new Set<PushPhase>();
  for (const phase of PHASES) {
    if (ended.has(phase)) continue;
    const end = await pushPhase(pushing, phase);
    if (ports.signal.aborted) return { kind: 'aborted' };
    if (end.kind === 'signedOut') return { kind: 'signedOut' };
    if (end.kind !== 'retry') continue;
    const failed: RoundEnd = { kind: 'failed', stage: 'push', reason: end.reason, afterMs: end.afterMs };
    if (!end.brokenBy) return failed;
    broken ??= failed;
    // Other rows may succeed. The failed ones wait for the next round.
    ended.add(phase);
  }
  return broken ?? pulled;
};

const startOperation = async (ports: RoundPorts, collection: Collection, start: number): Promise<string> => {
  const id = ports.newId();
  await ports.host.apply(syncEvent('sync/operationStarted', { id, collection, instance: ports.instance, start }));
  return id;
};

/** Runs one round. `force` pulls everything from the beginning. */
export const runRound = async (ports: RoundPorts, { force }: { readonly force: boolean }): Promise<RoundEnd> => {
  const start = ports.now();
  const { roundStartedAt } = ports.host.state().base;
  const isWhole = force || isWholePull(roundStartedAt, start);
  const operations = await Promise.all(COLLECTIONS.map((collection) => startOperation(ports, collection, start)));
  const end = await runSteps(ports, isWhole, start);
  const error = end.kind === 'done' ? null : end.kind === 'failed' ? `${end.stage}: ${end.reason}` : end.kind;
  for (const id of operations) {
    const status = error === null ? 'done' : 'error';
    await ports.host.apply(syncEvent('sync/operationEnded', { id, end: ports.now(), status, error }));
  }
  return end;
};
