import type { Step } from '../plan/inFlightWrite';
import type { Lane } from '../plan/planPush';
import type { PatchEntry } from '../wire/syncApi';
import type { LanePorts } from './rowRequest';
import { keysOf } from './sendRow';

/** The updates of diff mode in chunks, each body under the size every provider takes. */

const MAX_CHUNK_BYTES = 500_000;
const ENVELOPE_BYTES = 64;

export type UpdateLane = Lane & { readonly step: Extract<Step, { type: 'update' }> };

/** True for a lane that is nothing but an update, so that it can share a PATCH. */
export const isUpdateLane = (lane: Lane): lane is UpdateLane => lane.step.type === 'update';

export const entryOf = (lane: UpdateLane, hasKeys: boolean): PatchEntry => ({
  documentId: lane.step.documentId,
  uuid: lane.rowId,
  fields: lane.step.fields,
  key: hasKeys ? keysOf(lane) : '',
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

/** The lanes in chunks ready to send. */
export const patchChunks = (
  { api }: Pick<LanePorts, 'api'>,
  lanes: readonly UpdateLane[],
  hasKeys: boolean,
): UpdateLane[][] =>
  api.patchForm.current === 'array'
    ? chunkLanes(lanes, (lane) => bytesOf(entryOf(lane, hasKeys)))
    : lanes.map((lane) => [lane]);
