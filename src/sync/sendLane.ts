import { idempotencyKey } from '../contract/ids';
import type { WireRecord } from '../contract/records';
import { type LaneEnd, type LanePorts, THROUGH } from './lanePorts';
import { lookUpRow } from './lookUpRow';
import { type Continued, continueCorrected, continueFrom, continueLate, isEarlierRow } from './metRow';
import type { Lane } from './planPush';
import { isOf, letGo, recordDelta, refuse, removedDelta, settle } from './settleLane';
import type { WriteResult } from './syncApi';
import { syncEvent } from './syncEvents';
import { changesOf, type SyncState, serverRowOf } from './syncState';

/** Sends one row's call and does what its answer says. */

/** The key of one write: it orders it among all that this device sends of the row. */
export const keyOf = (device: string, { rowId, mark }: Pick<Lane, 'rowId' | 'mark'>): string =>
  idempotencyKey(mark.device ?? device, rowId, mark.key);

const call = ({ api, signal, device }: LanePorts, lane: Lane): Promise<WriteResult<WireRecord | null>> => {
  const { collection, step } = lane;
  const key = keyOf(device, lane);
  switch (step.type) {
    case 'create':
      return api.create(collection, step.body, key, signal);
    case 'update':
      return api.update(collection, step.documentId, step.fields, key, signal);
    case 'remove':
      return api.remove(collection, step.documentId, key, signal);
  }
};

/** Not what the call promises: a cache or a proxy has mixed up its answers. */
const ANOTHER_ROW: LaneEnd = { kind: 'retry', reason: 'another row in the answer', afterMs: null };

const callAndSettle = async (ports: LanePorts, lane: Lane): Promise<Continued> => {
  const { step } = lane;
  const before = serverRowOf(ports.host.state().base, lane);
  const result = await call(ports, lane);
  if (ports.signal.aborted) return THROUGH;
  switch (result.kind) {
    case 'retry':
    case 'signedOut':
      return result;
    case 'taken':
    case 'doubtful':
      return lookUpRow(ports, lane, result);
    case 'late':
      if (!isOf(lane)(result.value)) return ANOTHER_ROW;
      return continueLate(ports, lane, recordDelta(lane, result.value, before), result.newest);
    case 'refused': {
      const corrected = step.type === 'create' ? continueCorrected(ports, lane) : null;
      if (corrected) return corrected;
      return refuse(ports, lane, result.status, result.message);
    }
    case 'ok': {
      const { value } = result;
      if (value && !isOf(lane)(value)) return ANOTHER_ROW;
      const delta = value && step.type !== 'remove' ? recordDelta(lane, value, before) : removedDelta(lane);
      if (value && isEarlierRow(lane, value)) return continueFrom(ports, lane, delta);
      if (value && !value.alive && step.type === 'update') return letGo(ports, lane, delta);
      return settle(ports, lane, delta);
    }
  }
};

/**
 * Whether what the lane carries was folded into something newer while it waited for its turn: sent now and unheard, it would be
 * said again with that, over what others made of it. The next plan sends all together.
 */
export const isOutdated = (state: SyncState, lane: Lane): boolean => {
  const { collection, listId, rowId, changeIds, isRepetition } = lane;
  const changes = changesOf(state.log, collection, listId)[rowId] ?? [];
  return !isRepetition && !changeIds.every((id) => changes.some((change) => change.id === id));
};

/**
 * Sends one row's call. The mark is on disk before it leaves, so that whatever happens next, nobody takes the write for unsent.
 */
export const sendLane = async (ports: LanePorts, lane: Lane): Promise<LaneEnd> => {
  if (isOutdated(ports.host.state(), lane)) return THROUGH;
  await ports.host.apply(syncEvent('sync/rowMarked', { mark: lane.mark }));
  return ports.signal.aborted ? THROUGH : sendRest(ports, await callAndSettle(ports, lane));
};

/** What an answer left to send, if anything. */
export const sendRest = (ports: LanePorts, end: Continued): LaneEnd | Promise<LaneEnd> =>
  end.kind === 'rest' ? sendLane(ports, end.lane) : end;
