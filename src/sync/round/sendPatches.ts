import type { ServerRow } from '../../contract/records';
import { serverRowOf } from '../model/syncState';
import type { Patched } from '../wire/syncApi';
import { lookUpRow } from './lookUpRow';
import { entryOf, type UpdateRequest } from './patchChunks';
import { concernsOneRequest, noteFailure, type RequestEnd, type RequestPorts, THROUGH, worstOf } from './rowRequest';
import { isOutdated, sendRow, storeWrites } from './sendRow';
import { dropRemovedRow, isOf, recordDelta, refuse, settle } from './settleRow';

/** Diff mode: sends the updates of a collection as PATCH requests. */

const UNANSWERED: RequestEnd = { kind: 'retry', reason: 'rows unanswered', afterMs: null };

/** Handles one row of an accepted PATCH. */
const settleEntry = async (
  ports: RequestPorts,
  request: UpdateRequest,
  { records, rejected }: Patched,
  before: ServerRow | undefined,
): Promise<RequestEnd> => {
  const isRow = ({ uuid }: { readonly uuid: string }): boolean => uuid === request.rowId;
  const record = records.find(isOf(request));
  const rejection = rejected.find(isRow);
  const delta = record && recordDelta(request, record, before);
  if (record && delta) return record.alive ? settle(ports, request, delta) : dropRemovedRow(ports, request, delta);
  if (rejection?.status === 404) return lookUpRow(ports, request, { kind: 'doubtful', status: 404, message: '' });
  return rejection ? refuse(ports, request, rejection.status, rejection.message) : UNANSWERED;
};

const settlePatched = async (
  ports: RequestPorts,
  requests: readonly UpdateRequest[],
  patched: Patched,
  before: readonly (ServerRow | undefined)[],
): Promise<RequestEnd> => {
  const ends: RequestEnd[] = [];
  for (const [at, request] of requests.entries())
    ends.push(noteFailure(ports, request.rowId, await settleEntry(ports, request, patched, before[at])));
  return worstOf(ends);
};

/** Sends each row as PUT, so that a row on which the provider fails does not delay the others. */
const putEach = async (ports: RequestPorts, requests: readonly UpdateRequest[]): Promise<RequestEnd> => {
  const ends: RequestEnd[] = [];
  for (const request of requests) {
    const end = await sendRow(ports, request);
    ends.push(end);
    if (ports.signal.aborted || !(end.kind === 'through' || concernsOneRequest(end))) break;
  }
  return worstOf(ends);
};

/**
 * Sends one chunk. Each entry is settled or refused independently. The rows of a chunk that the provider does not take as a
 * whole are sent as PUT, and so are all others from now on if it does not know the method.
 */
export const sendPatch = async (ports: RequestPorts, planned: readonly UpdateRequest[]): Promise<RequestEnd> => {
  const requests = planned.filter((request) => !isOutdated(ports.host.state(), request));
  const [first] = requests;
  if (!first) return THROUGH;
  const stored = await storeWrites(ports, requests);
  if (stored.kind !== 'through') return stored;
  const before = requests.map((request) => serverRowOf(ports.host.state().base, request));
  const entries = requests.map((request) => entryOf(ports, request));
  const result = await ports.api.patch(first.collection, entries, ports.signal);
  switch (result.kind) {
    case 'ok':
      return settlePatched(ports, requests, result.value, before);
    case 'signedOut':
      return result;
    case 'retry':
      if (result.isUnknownMethod) ports.diffMode.isOn = false;
      else if (!result.brokenBy) return result;
      return putEach(ports, requests);
    default:
      if (result.kind === 'refused' && result.status === 405) ports.diffMode.isOn = false;
      return putEach(ports, requests);
  }
};
