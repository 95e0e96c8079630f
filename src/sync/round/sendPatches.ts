import type { ServerRow } from '../../contract/records';
import { serverRowOf } from '../model/syncState';
import type { PatchEntry, Patched } from '../wire/syncApi';
import { lookUpRow } from './lookUpRow';
import { entryOf, type UpdateRequest } from './patchChunks';
import { concernsOneRequest, noteFailure, type RequestEnd, type RequestPorts, THROUGH, worstOf } from './rowRequest';
import { isOutdated, markBroken, sendRow, storeWrites } from './sendRow';
import { dropRemovedRow, isOf, recordDelta, refuse, settle } from './settleRow';

/** Diff mode: sends the updates of a collection as PATCH requests. */

type Requests = readonly [UpdateRequest, ...UpdateRequest[]];

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
  requests: Requests,
  patched: Patched,
  before: readonly (ServerRow | undefined)[],
): Promise<RequestEnd> => {
  const ends: RequestEnd[] = [];
  for (const [at, request] of requests.entries())
    ends.push(noteFailure(ports, request.rowId, await settleEntry(ports, request, patched, before[at])));
  return worstOf(ends);
};

/** The provider did not take the PATCH, and another form of it or PUT may work. */
type NotTaken = 'refused' | 'broken' | 'unknownMethod';

const tryPatch = async (
  ports: RequestPorts,
  requests: Requests,
  form: 'array' | 'record',
): Promise<RequestEnd | NotTaken> => {
  const [first] = requests;
  const stored = await storeWrites(ports, requests);
  if (stored.kind !== 'through') return stored;
  const before = requests.map((request) => serverRowOf(ports.host.state().base, request));
  const entry = (request: UpdateRequest): PatchEntry => entryOf(ports, request);
  const rows = form === 'array' ? requests.map(entry) : entry(first);
  const result = await ports.api.patch(first.collection, rows, ports.signal);
  switch (result.kind) {
    case 'ok':
      if (form === 'record') ports.api.patchForm.current = form;
      return settlePatched(ports, requests, result.value, before);
    case 'signedOut':
      return result;
    case 'retry':
      if (result.isUnknownMethod) return 'unknownMethod';
      if (result.brokenBy && requests.length > 1) return 'broken';
      if (result.brokenBy === 'provider') await markBroken(ports.host, first.write);
      return noteFailure(ports, first.rowId, result);
    default:
      return result.kind === 'refused' && result.status === 405 ? 'unknownMethod' : 'refused';
  }
};

/** Sends each row alone, so that a row on which the provider fails does not delay the others. */
const sendEach = async (
  ports: RequestPorts,
  requests: readonly UpdateRequest[],
  sendOne: (request: UpdateRequest) => Promise<RequestEnd>,
): Promise<RequestEnd> => {
  const ends: RequestEnd[] = [];
  for (const request of requests) {
    const end = await sendOne(request);
    ends.push(end);
    if (ports.signal.aborted || !(end.kind === 'through' || concernsOneRequest(end))) break;
  }
  return worstOf(ends);
};

const putEach = (ports: RequestPorts, requests: readonly UpdateRequest[]): Promise<RequestEnd> =>
  sendEach(ports, requests, (request) => sendRow(ports, request));

const patchEach = (ports: RequestPorts, requests: readonly UpdateRequest[]): Promise<RequestEnd> =>
  sendEach(ports, requests, (request) => sendPatch(ports, [request]));

/** The array was refused. The provider may accept a single record, so one is tried. If not, each row is sent as PUT. */
const tryRecord = async (ports: RequestPorts, requests: Requests): Promise<RequestEnd> => {
  const [first, ...others] = requests;
  const end = await tryPatch(ports, [first], 'record');
  if (typeof end === 'string') return putEach(ports, requests);
  if (ports.api.patchForm.current !== 'record') return end;
  return worstOf([end, await patchEach(ports, others)]);
};

/**
 * Sends one chunk. Each entry is settled or refused independently. A chunk on which the provider fails is sent again
 * row by row, so that one bad row cannot delay the others.
 */
export const sendPatch = async (ports: RequestPorts, planned: readonly UpdateRequest[]): Promise<RequestEnd> => {
  const [first, ...others] = planned.filter((request) => !isOutdated(ports.host.state(), request));
  if (!first) return THROUGH;
  const requests: Requests = [first, ...others];
  const { patchForm } = ports.api;
  const form = patchForm.current;
  if (form === 'none') return putEach(ports, requests);
  if (form === 'record' && others.length) return patchEach(ports, requests);
  const end = await tryPatch(ports, requests, form);
  if (typeof end !== 'string') return end;
  if (end === 'broken') return patchEach(ports, requests);
  if (end === 'refused' && form === 'array') return tryRecord(ports, requests);
  if (end === 'unknownMethod') patchForm.current = 'none';
  return putEach(ports, requests);
};
