import type { WireRecord } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import { changesOf, type SyncState, serverRowOf } from '../model/syncState';
import type { Lane } from '../plan/planPush';
import type { ApiResult } from '../wire/syncApi';
import { type Continued, continueCorrected, continueFrom, isEarlierRow } from './foundRow';
import { lookUpRow } from './lookUpRow';
import { type LaneEnd, type LanePorts, THROUGH } from './rowRequest';
import { isOf, letGo, recordDelta, refuse, removedDelta, settle } from './settleRow';

/** Sends one row's call and does what its answer says. */

/** What `Idempotency-Key` says of a write: its own key, and then those of the writes that it stands for. */
export const keysOf = ({ mark }: Pick<Lane, 'mark'>): string => [mark.key, ...(mark.replaces ?? [])].join(', ');

const call = ({ api, signal }: LanePorts, lane: Lane): Promise<ApiResult<WireRecord | null>> => {
  const { collection, step } = lane;
  const key = keysOf(lane);
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

/** The provider broke on the row. Whether it was applied nevertheless the next pull tells; if not, what was done since may put it right. */
export const noteBroken = ({ host, broken }: LanePorts, { rowId, mark }: Lane): Promise<void> => {
  broken.add(rowId);
  return host.apply(syncEvent('sync/rowMarked', { mark: { ...mark, isBroken: true } }));
};

const callAndSettle = async (ports: LanePorts, lane: Lane): Promise<Continued> => {
  const { step } = lane;
  const before = serverRowOf(ports.host.state().base, lane);
  const result = await call(ports, lane);
  if (ports.signal.aborted) return THROUGH;
  switch (result.kind) {
    case 'retry':
      if (result.isBroken) await noteBroken(ports, lane);
      return result;
    case 'signedOut':
      return result;
    case 'taken':
    case 'doubtful':
      return lookUpRow(ports, lane, result);
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
 * Whether what the lane carries was compacted or discarded while it waited for its turn: sent now and unheard, it would be
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
