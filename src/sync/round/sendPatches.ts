import type { ServerRow } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import { serverRowOf } from '../model/syncState';
import type { Patched } from '../wire/patchAnswer';
import type { PatchEntry } from '../wire/syncApi';
import type { Continued } from './foundRow';
import { lookUpRow } from './lookUpRow';
import { entryOf, type UpdateLane } from './patchChunks';
import { isBroken, type LaneEnd, type LanePorts, THROUGH, worstOf } from './rowRequest';
import { isOutdated, noteBroken, sendLane, sendRest } from './sendRow';
import { isOf, letGo, recordDelta, refuse, settle } from './settleRow';

/** Diff mode: the updates of a collection as PATCH calls. */

type Lanes = readonly [UpdateLane, ...UpdateLane[]];

const UNANSWERED: LaneEnd = { kind: 'retry', reason: 'rows unanswered', afterMs: null };

/** What an accepted PATCH says of one row, and does with it. */
const settleEntry = async (
  ports: LanePorts,
  lane: UpdateLane,
  { records, rejected }: Patched,
  before: ServerRow | undefined,
): Promise<Continued> => {
  const isRow = ({ uuid }: { readonly uuid: string }): boolean => uuid === lane.rowId;
  const record = records.find(isOf(lane));
  const rejection = rejected.find(isRow);
  const delta = record && recordDelta(lane, record, before);
  if (record && delta) return record.alive ? settle(ports, lane, delta) : letGo(ports, lane, delta);
  if (rejection?.status === 404) return lookUpRow(ports, lane, { kind: 'doubtful', status: 404, message: '' });
  return rejection ? refuse(ports, lane, rejection.status, rejection.message) : UNANSWERED;
};

const settlePatched = async (
  ports: LanePorts,
  lanes: Lanes,
  patched: Patched,
  before: readonly (ServerRow | undefined)[],
): Promise<LaneEnd> => {
  const settled: Continued[] = [];
  for (const [at, lane] of lanes.entries()) settled.push(await settleEntry(ports, lane, patched, before[at]));
  // Not before all others of the answer are settled.
  const ends: LaneEnd[] = [];
  for (const one of settled) ends.push(ports.signal.aborted ? THROUGH : await sendRest(ports, one));
  return worstOf(ends);
};

type Tried =
  | { readonly kind: 'taken' | 'failed'; readonly end: LaneEnd }
  | { readonly kind: 'refused' | 'broken' | 'unknownMethod' };

const tryPatch = async (ports: LanePorts, lanes: Lanes, form: 'array' | 'record', hasKeys: boolean): Promise<Tried> => {
  const [first] = lanes;
  await Promise.all(lanes.map((lane) => ports.host.apply(syncEvent('sync/rowMarked', { mark: lane.mark }))));
  const before = lanes.map((lane) => serverRowOf(ports.host.state().base, lane));
  const entry = (lane: UpdateLane): PatchEntry => entryOf(lane, hasKeys);
  const rows = form === 'array' ? lanes.map(entry) : entry(first);
  const result = await ports.api.patch(first.collection, rows, ports.signal);
  if (ports.signal.aborted) return { kind: 'failed', end: THROUGH };
  switch (result.kind) {
    case 'ok':
      return { kind: 'taken', end: await settlePatched(ports, lanes, result.value, before) };
    case 'signedOut':
      return { kind: 'failed', end: result };
    case 'retry':
      if (result.isUnknownMethod) return { kind: 'unknownMethod' };
      if (result.isBroken && lanes.length > 1) return { kind: 'broken' };
      if (result.isBroken) await noteBroken(ports, first);
      return { kind: 'failed', end: result };
    default:
      return { kind: result.kind === 'refused' && result.status === 405 ? 'unknownMethod' : 'refused' };
  }
};

/** Each row by itself; one that breaks keeps no others waiting. */
const sendEach = async (
  ports: LanePorts,
  lanes: readonly UpdateLane[],
  sendOne: (lane: UpdateLane) => Promise<LaneEnd>,
): Promise<LaneEnd> => {
  const ends: LaneEnd[] = [];
  for (const lane of lanes) {
    const end = await sendOne(lane);
    ends.push(end);
    if (ports.signal.aborted || !(end.kind === 'through' || isBroken(end))) break;
  }
  return worstOf(ends);
};

const putEach = (ports: LanePorts, lanes: readonly UpdateLane[]): Promise<LaneEnd> =>
  sendEach(ports, lanes, (lane) => sendLane(ports, lane));

const patchEach = (ports: LanePorts, lanes: readonly UpdateLane[], hasKeys: boolean): Promise<LaneEnd> =>
  sendEach(ports, lanes, (lane) => sendPatch(ports, [lane], hasKeys));

/** The array was refused: perhaps the provider takes one record, and its answer to one tells. Else each row goes out as PUT. */
const tryRecord = async (ports: LanePorts, lanes: Lanes, hasKeys: boolean): Promise<LaneEnd> => {
  const [first, ...others] = lanes;
  const tried = await tryPatch(ports, [first], 'record', hasKeys);
  if (tried.kind === 'failed') return tried.end;
  if (tried.kind !== 'taken') return putEach(ports, lanes);
  ports.api.patchForm.current = 'record';
  const end = await patchEach(ports, others, hasKeys);
  return worstOf([tried.end, end]);
};

/**
 * Sends one chunk. Entries are independent: each is settled or refused by itself. A chunk on which the provider breaks is sent
 * again row by row, so that one bad row cannot hold back the others.
 */
export const sendPatch = async (
  ports: LanePorts,
  planned: readonly UpdateLane[],
  hasKeys: boolean,
): Promise<LaneEnd> => {
  const [first, ...others] = planned.filter((lane) => !isOutdated(ports.host.state(), lane));
  if (!first) return THROUGH;
  const lanes: Lanes = [first, ...others];
  const { patchForm } = ports.api;
  const form = patchForm.current;
  if (form === 'none') return putEach(ports, lanes);
  if (form === 'record' && others.length) return patchEach(ports, lanes, hasKeys);
  const tried = await tryPatch(ports, lanes, form, hasKeys);
  switch (tried.kind) {
    case 'unknownMethod':
      patchForm.current = 'none';
      return putEach(ports, lanes);
    case 'refused':
      return form === 'array' ? tryRecord(ports, lanes, hasKeys) : putEach(ports, lanes);
    case 'broken':
      return patchEach(ports, lanes, hasKeys);
    default:
      return tried.end;
  }
};
