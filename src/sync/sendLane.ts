import { idempotencyKey } from '../contract/ids';
import type { Outcome } from '../contract/outcomes';
import { makeRow, type WireRecord } from '../contract/records';
import { markFor } from './markRow';
import { learnMissingList } from './missingList';
import { changedFields, type Lane, type Step } from './planPush';
import { viewRow } from './replay';
import type { ApiResult, SyncApi } from './syncApi';
import type { SyncEvent } from './syncEvents';
import { syncEvent } from './syncEvents';
import { changesOf, type Delta, type SyncState, serverRowsOf } from './syncState';

/** Where a round reads and writes: the store of a page, or the worker's own state. */
export interface SyncHost {
  state(): SyncState;
  /** Reduces the event at once; resolves when it is on disk. */
  apply(event: SyncEvent): Promise<void>;
}

export interface LanePorts {
  readonly api: SyncApi;
  readonly host: SyncHost;
  readonly now: () => number;
  /** Aborted when the round is given up; no answer is applied after that. */
  readonly signal: AbortSignal;
  readonly device: string;
}

/** How a lane ended: through, or why the rest of the round must wait. */
export type LaneEnd = { readonly kind: 'through' } | Extract<Outcome, { kind: 'retry' | 'signedOut' }>;
export const THROUGH: LaneEnd = { kind: 'through' };

/** A record of the wire as a delta. */
export const recordDelta = (lane: Pick<Lane, 'collection'>, record: WireRecord): Delta =>
  record.alive
    ? { collection: lane.collection, put: [record.server], removed: [] }
    : { collection: lane.collection, put: [], removed: [{ id: record.id, updatedAt: record.updatedAt }] };

export const removedDelta = (lane: Pick<Lane, 'collection' | 'rowId'>): Delta => ({
  collection: lane.collection,
  put: [],
  removed: [{ id: lane.rowId, updatedAt: null }],
});

/** The key of one write: it orders it among all that this device sends of the row. */
export const keyOf = (device: string, { rowId, mark }: Pick<Lane, 'rowId' | 'mark'>): string =>
  idempotencyKey(device, rowId, mark.key);

/** The create of a lane that ends in a remove carries what was sent before, hence that write's key. */
const stepKey = (device: string, lane: Lane, step: Step): string =>
  step.type === 'create' && lane.steps.length > 1
    ? idempotencyKey(device, lane.rowId, lane.mark.changeIds[0] ?? lane.mark.key)
    : keyOf(device, lane);

export const settle = (ports: Pick<LanePorts, 'host'>, lane: Lane, delta: Delta): Promise<void> =>
  ports.host.apply(
    syncEvent('sync/rowSettled', {
      collection: lane.collection,
      rowId: lane.rowId,
      listId: lane.listId,
      changeIds: [...new Set([...lane.changeIds, ...lane.mark.changeIds])],
      delta,
    }),
  );

export const refuse = (
  ports: Pick<LanePorts, 'host' | 'now'>,
  lane: Lane,
  status: number,
  message: string,
): Promise<void> => {
  const { log } = ports.host.state();
  const rows = lane.collection === 'lists' ? log.lists : log.items[lane.listId];
  const changes = (rows?.[lane.rowId] ?? []).filter((change) => lane.changeIds.includes(change.id));
  return ports.host.apply(
    syncEvent('sync/rowRefused', {
      collection: lane.collection,
      rowId: lane.rowId,
      listId: lane.listId,
      changeIds: [...new Set([...lane.changeIds, ...lane.mark.changeIds])],
      changes,
      status,
      message,
      time: ports.now(),
    }),
  );
};

const callStep = (
  ports: LanePorts,
  lane: Lane,
  step: Step,
  documentId: string | null,
): Promise<ApiResult<WireRecord | null>> => {
  const { api, signal, device } = ports;
  const key = stepKey(device, lane, step);
  switch (step.type) {
    case 'create':
      return api.create(lane.collection, step.body, key, signal);
    case 'update':
      return api.update(lane.collection, step.documentId, step.fields, key, signal);
    case 'remove':
      return api.remove(lane.collection, step.documentId ?? documentId ?? '', key, signal);
  }
};

/** A create met its own uuid: an earlier one went through unheard. Go on as an update of what is there. */
const continueTaken = async (ports: LanePorts, lane: Lane): Promise<LaneEnd> => {
  const found = await ports.api.lookUp(lane.collection, [lane.rowId], ports.signal);
  if (ports.signal.aborted) return THROUGH;
  if (found.kind === 'retry' || found.kind === 'signedOut') return found;
  const record = found.kind === 'ok' ? found.value.records.find(isOf(lane)) : undefined;
  if (!record) {
    await refuse(ports, lane, 400, 'uuid taken');
    return THROUGH;
  }
  return continueFrom(ports, lane, record);
};

/** The server's row stands where a create was meant to: what differs goes out as an update, marked like any other. */
const continueFrom = async (ports: LanePorts, lane: Lane, record: WireRecord): Promise<LaneEnd> => {
  const { host } = ports;
  await host.apply(syncEvent('sync/deltaReceived', { delta: recordDelta(lane, record) }));
  const rest = record.alive ? stepAfterCreate(host.state(), lane) : null;
  if (ports.signal.aborted) return THROUGH;
  if (rest) {
    const mark = markFor(host.state(), lane, rest, lane.changeIds);
    return sendLane(ports, { ...lane, mark, steps: [rest] });
  }
  await settle(ports, lane, { collection: lane.collection, put: [], removed: [] });
  return THROUGH;
};

const isOf = (lane: Lane) => (record: WireRecord) => (record.alive ? record.server.row.id : record.id) === lane.rowId;

/** What the lane's own changes still want of the row; what was typed since is the next round's. */
const stepAfterCreate = ({ base, log }: SyncState, lane: Lane): Step | null => {
  const server = serverRowsOf(base, lane.collection, lane.listId)[lane.rowId];
  if (!server) return null;
  const changes = changesOf(log, lane.collection, lane.listId)[lane.rowId] ?? [];
  const sent = changes.filter(({ id }) => lane.changeIds.includes(id));
  const wanted = viewRow(server, sent, false);
  if (!wanted) return { type: 'remove', documentId: server.documentId };
  const fields = changedFields(lane.collection, server.row, wanted);
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : null;
};

/**
 * Whether a create was answered with another row than was sent: a provider for which a create is idempotent answers the one an
 * earlier, unheard create made, and that one may lack what was typed since.
 */
const isEarlierRow = (lane: Lane, step: Step, record: WireRecord): boolean => {
  if (step.type !== 'create' || lane.steps.length > 1 || !record.alive) return false;
  const sent = makeRow(lane.collection, lane.rowId, lane.listId, step.body);
  return Object.keys(changedFields(lane.collection, record.server.row, sent)).length > 0;
};

const sendSteps = async (ports: LanePorts, lane: Lane): Promise<LaneEnd> => {
  let documentId: string | null = null;
  let delta: Delta = { collection: lane.collection, put: [], removed: [] };
  for (const step of lane.steps) {
    const result = await callStep(ports, lane, step, documentId);
    if (ports.signal.aborted) return THROUGH;
    switch (result.kind) {
      case 'retry':
      case 'signedOut':
        return result;
      case 'taken':
        return continueTaken(ports, lane);
      case 'refused': {
        const isOrphan = result.status === 404 && step.type === 'create' && lane.collection === 'items';
        const end = isOrphan ? await learnMissingList(ports, lane.listId) : null;
        if (end) return end;
        await refuse(ports, lane, result.status, result.message);
        return THROUGH;
      }
      case 'gone':
        await settle(ports, lane, removedDelta(lane));
        return THROUGH;
      case 'ok':
        if (result.value && isEarlierRow(lane, step, result.value)) return continueFrom(ports, lane, result.value);
        delta =
          result.value && step.type !== 'remove' ? recordDelta(lane, result.value) : removalOf(lane, result.value);
        if (result.value?.alive) documentId = result.value.server.documentId;
        else if (step.type !== 'remove') {
          await settle(ports, lane, delta);
          return THROUGH;
        }
    }
  }
  await settle(ports, lane, delta);
  return THROUGH;
};

/** A DELETE may answer with the record as it was: still, it is removed. */
const removalOf = (lane: Lane, record: WireRecord | null): Delta => ({
  collection: lane.collection,
  put: [],
  removed: [{ id: lane.rowId, updatedAt: record && (record.alive ? record.server.updatedAt : record.updatedAt) }],
});

/**
 * Sends one row's calls in order. The mark is on disk before the first leaves, so that whatever happens next, nobody takes the
 * write for unsent.
 */
export const sendLane = async (ports: LanePorts, lane: Lane): Promise<LaneEnd> => {
  await ports.host.apply(syncEvent('sync/rowMarked', { mark: lane.mark }));
  return ports.signal.aborted ? THROUGH : sendSteps(ports, lane);
};
