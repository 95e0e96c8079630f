import { type LaneEnd, type LanePorts, THROUGH } from './lanePorts';
import { type Continued, continueLate } from './metRow';
import type { Lane } from './planPush';
import type { Step } from './planRow';
import { isOutdated, keyOf, sendLane, sendRest } from './sendLane';
import { isOf, recordDelta, refuse, removedDelta, settle } from './settleLane';
import type { PatchEntry } from './syncApi';
import { syncEvent } from './syncEvents';
import { serverRowOf } from './syncState';

/** Diff mode: the updates of a collection as PATCH calls, each body under the size every provider takes. */

const MAX_CHUNK_BYTES = 500_000;
const ENVELOPE_BYTES = 64;

type UpdateLane = Lane & { readonly step: Extract<Step, { type: 'update' }> };

/** True for a lane that is nothing but an update, so that it can share a PATCH. */
export const isUpdateLane = (lane: Lane): lane is UpdateLane => lane.step.type === 'update';

const entryOf = (lane: UpdateLane, device: string, hasKeys: boolean): PatchEntry => ({
  documentId: lane.step.documentId,
  uuid: lane.rowId,
  fields: lane.step.fields,
  key: hasKeys ? keyOf(device, lane) : '',
});

const bytesOf = (entry: PatchEntry): number => new TextEncoder().encode(JSON.stringify(entry)).length + ENVELOPE_BYTES;

/** Lanes in groups whose entries together stay under `MAX_CHUNK_BYTES`; an entry that is larger travels alone. */
export const chunkLanes = (lanes: readonly UpdateLane[], size: (lane: UpdateLane) => number): UpdateLane[][] => {
  const chunks: UpdateLane[][] = [];
  let room = 0;
  for (const lane of lanes) {
    const bytes = size(lane);
    if (bytes > room || chunks.length === 0) {
      chunks.push([]);
      room = MAX_CHUNK_BYTES;
    }
    chunks.at(-1)?.push(lane);
    room -= bytes;
  }
  return chunks;
};

/**
 * Sends one chunk. Entries are independent: each is settled or refused by itself. A chunk that is refused whole is sent again
 * row by row, so that one bad row cannot hold back the others.
 */
export const sendPatch = async (
  ports: LanePorts,
  planned: readonly UpdateLane[],
  hasKeys: boolean,
): Promise<LaneEnd> => {
  const lanes = planned.filter((lane) => !isOutdated(ports.host.state(), lane));
  const [first] = lanes;
  if (!first) return THROUGH;
  await Promise.all(lanes.map((lane) => ports.host.apply(syncEvent('sync/rowMarked', { mark: lane.mark }))));
  const entries = lanes.map((lane) => entryOf(lane, ports.device, hasKeys));
  const before = new Map(lanes.map((lane) => [lane.rowId, serverRowOf(ports.host.state().base, lane)]));
  const result = await ports.api.patch(first.collection, entries, ports.signal);
  if (ports.signal.aborted) return THROUGH;
  if (result.kind === 'retry' && result.isUnknownMethod) return sendOneByOne(ports, lanes);
  if (result.kind === 'retry' || result.kind === 'signedOut') return result;
  if (result.kind !== 'ok') return sendOneByOne(ports, lanes);
  const unanswered: string[] = [];
  const passed: Continued[] = [];
  for (const lane of lanes) {
    const record = result.value.records.find(isOf(lane));
    const delta = record && recordDelta(lane, record, before.get(lane.rowId));
    const rejection = result.value.rejected.find(({ uuid }) => uuid === lane.rowId);
    const late = result.value.late.find(({ uuid }) => uuid === lane.rowId);
    if (delta && late?.newest) passed.push(await continueLate(ports, lane, delta, late.newest));
    else if (late) unanswered.push(lane.rowId);
    else if (delta) await settle(ports, lane, delta);
    else if (rejection?.status === 404) await settle(ports, lane, removedDelta(lane));
    else if (rejection) await refuse(ports, lane, rejection.status, rejection.message);
    else unanswered.push(lane.rowId);
  }
  // Not before all others of the answer are settled.
  for (const rest of passed) {
    const end = await sendRest(ports, rest);
    if (end.kind !== 'through' || ports.signal.aborted) return end;
  }
  return unanswered.length ? { kind: 'retry', reason: `${unanswered.length} rows unanswered`, afterMs: null } : THROUGH;
};

const sendOneByOne = async (ports: LanePorts, lanes: readonly UpdateLane[]): Promise<LaneEnd> => {
  for (const lane of lanes) {
    const end = await sendLane(ports, lane);
    if (end.kind !== 'through' || ports.signal.aborted) return end;
  }
  return THROUGH;
};

/** The lanes in chunks ready to send. */
export const patchChunks = (lanes: readonly UpdateLane[], device: string, hasKeys: boolean): UpdateLane[][] =>
  chunkLanes(lanes, (lane) => bytesOf(entryOf(lane, device, hasKeys)));
