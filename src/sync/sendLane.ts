import { idempotencyKey } from '../contract/ids';
import type { WireRecord } from '../contract/records';
import { type LaneEnd, type LanePorts, THROUGH } from './lanePorts';
import { type Continued, continueFrom, continueTaken, isEarlierRow } from './metRow';
import { learnMissingList } from './missingList';
import type { Lane, Step } from './planPush';
import { isOf, recordDelta, refuse, removalDelta, removedDelta, settle } from './settleLane';
import type { ApiResult } from './syncApi';
import { syncEvent } from './syncEvents';
import type { Delta } from './syncState';

/** Sends one row's calls and does with each what its answer says. */

/** The key of one write: it orders it among all that this device sends of the row. */
export const keyOf = (device: string, { rowId, mark }: Pick<Lane, 'rowId' | 'mark'>): string =>
  idempotencyKey(device, rowId, mark.key);

/** The create of a lane that ends in a remove carries what was sent before, hence that write's key. */
const stepKey = (device: string, lane: Lane, step: Step): string =>
  step.type === 'create' && lane.steps.length > 1
    ? idempotencyKey(device, lane.rowId, lane.mark.changeIds[0] ?? lane.mark.key)
    : keyOf(device, lane);

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

/** Not what the call promises: a cache or a proxy has mixed up its answers. */
const ANOTHER_ROW: LaneEnd = { kind: 'retry', reason: 'another row in the answer', afterMs: null };

const sendSteps = async (ports: LanePorts, lane: Lane): Promise<Continued> => {
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
        if (step.type !== 'remove' && result.value && !isOf(lane)(result.value)) return ANOTHER_ROW;
        if (result.value && isEarlierRow(lane, step, result.value)) return continueFrom(ports, lane, result.value);
        delta =
          result.value && step.type !== 'remove' ? recordDelta(lane, result.value) : removalDelta(lane, result.value);
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

/**
 * Sends one row's calls in order. The mark is on disk before the first leaves, so that whatever happens next, nobody takes the
 * write for unsent.
 */
export const sendLane = async (ports: LanePorts, lane: Lane): Promise<LaneEnd> => {
  await ports.host.apply(syncEvent('sync/rowMarked', { mark: lane.mark }));
  const end = ports.signal.aborted ? THROUGH : await sendSteps(ports, lane);
  return end.kind === 'rest' ? sendLane(ports, end.lane) : end;
};
