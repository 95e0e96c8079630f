import type { Step } from '../../contract/records';
import type { RowRequest } from '../plan/planPush';
import type { PatchEntry } from '../wire/syncApi';
import type { RequestPorts } from './rowRequest';
import { keysOf } from './sendRow';

/** Divides the updates of diff mode into chunks. Each body is smaller than what every provider accepts. */

const MAX_CHUNK_BYTES = 500_000;
const ENVELOPE_BYTES = 64;

export type UpdateRequest = RowRequest & { readonly step: Extract<Step, { type: 'update' }> };

/** True for a request that is only an update, which can share a PATCH. */
export const isUpdateRequest = (request: RowRequest): request is UpdateRequest => request.step.type === 'update';

export const entryOf = (ports: Pick<RequestPorts, 'takesKeys'>, request: UpdateRequest): PatchEntry => ({
  documentId: request.step.documentId,
  uuid: request.rowId,
  fields: request.step.fields,
  key: keysOf(ports, request),
});

const bytesOf = (entry: PatchEntry): number => new TextEncoder().encode(JSON.stringify(entry)).length + ENVELOPE_BYTES;

/**
 * Groups requests of one collection so that the entries of a group stay under `MAX_CHUNK_BYTES`. A larger entry gets its
 * own group.
 */
export const patchChunks = (
  ports: Pick<RequestPorts, 'takesKeys'>,
  requests: readonly UpdateRequest[],
): UpdateRequest[][] => {
  const chunks: UpdateRequest[][] = [];
  let room = 0;
  for (const request of requests) {
    const bytes = bytesOf(entryOf(ports, request));
    if (bytes > room || chunks.at(-1)?.[0]?.collection !== request.collection) {
      chunks.push([]);
      room = MAX_CHUNK_BYTES;
    }
    chunks.at(-1)?.push(request);
    room -= bytes;
  }
  return chunks;
};
