import type { Outcome } from '../../contract/outcomes';
import type { WireRecord } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import { type RowPlace, serverRowOf } from '../model/syncState';
import type { RowRequest } from '../plan/planPush';
import type { ApiResult } from '../wire/syncApi';
import { type Continued, continueFrom } from './foundRow';
import { type RequestEnd, type RequestPorts, THROUGH } from './rowRequest';
import { isOf, recordDelta, refuse, stopEditing } from './settleRow';

/**
 * An answer that is about a row and proves nothing: "taken", or a 404, which another program, a wrong mount or a replica that is
 * behind gives as well. The provider is asked for the row by uuid, and only what it then says counts.
 */

export type Doubt = Extract<Outcome, { kind: 'taken' | 'doubtful' }>;

/** What the provider has under a uuid: the row, its tombstone, or nothing at all. */
interface Found {
  readonly record: WireRecord | null;
  /**
   * A provider that tells its clock has a tombstone of what was removed: without one it has forgotten a row that was there, which
   * the next whole pull makes anew.
   */
  readonly isForgotten: boolean;
}

const failedCall = (reason: string): RequestEnd => ({ kind: 'retry', reason, afterMs: null, brokenBy: 'other' });

/** Null when the look-up itself left it open: an answer with records that cannot be read may hold the row. */
const lookUp = async (
  { api, signal }: RequestPorts,
  { collection, rowId }: Pick<RowPlace, 'collection' | 'rowId'>,
): Promise<ApiResult<Found | null>> => {
  const found = await api.lookUp(collection, [rowId], signal);
  if (found.kind !== 'ok') return found;
  const record = found.value.records.find(isOf({ rowId }));
  if (record) return { kind: 'ok', value: { record, isForgotten: false } };
  const { unreadIds, clock } = found.value;
  return { kind: 'ok', value: unreadIds?.length === 0 ? { record: null, isForgotten: clock !== null } : null };
};

/** An item cannot be made: its list was removed since the pull, and then the plan that follows offers what was added to it. */
const learnMissingList = async (ports: RequestPorts, { listId }: RowRequest, reason: string): Promise<RequestEnd> => {
  const found = await lookUp(ports, { collection: 'lists', rowId: listId });
  if (ports.signal.aborted) return THROUGH;
  if (found.kind === 'retry' || found.kind === 'signedOut') return found;
  if (found.kind !== 'ok' || !found.value || found.value.record?.alive || found.value.isForgotten)
    return failedCall(reason);
  const removed = [{ id: listId, updatedAt: found.value.record?.updatedAt ?? null }];
  await ports.host.apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } }));
  return THROUGH;
};

/** Asks for the request's row, and goes on with what is known then. */
export const lookUpRow = async (ports: RequestPorts, request: RowRequest, doubt: Doubt): Promise<Continued> => {
  const { collection, rowId, step } = request;
  const reason = doubt.kind === 'taken' ? 'uuid taken' : `status ${doubt.status}`;
  if (doubt.kind === 'doubtful' && step.type === 'create')
    return collection === 'items' ? learnMissingList(ports, request, reason) : failedCall(reason);
  const before = serverRowOf(ports.host.state().base, request);
  const found = await lookUp(ports, request);
  if (ports.signal.aborted) return THROUGH;
  if (found.kind === 'retry' || found.kind === 'signedOut') return found;
  if (found.kind !== 'ok' || !found.value) return failedCall(reason);
  const { record } = found.value;
  if (record?.alive) {
    const delta = recordDelta(request, record, before);
    if (step.type === 'create') return continueFrom(ports, request, delta);
    // It may stand under another name of the server's by now, and the next round writes there.
    await ports.host.apply(syncEvent('sync/deltaReceived', { delta }));
    return failedCall(reason);
  }
  if (record) return stopEditing(ports, request, recordDelta(request, record, before));
  // The uuid is taken by a row that is not this person's.
  if (step.type === 'create') return refuse(ports, request, 400, reason);
  if (found.value.isForgotten) return failedCall(reason);
  return stopEditing(ports, request, { collection, put: [], removed: [{ id: rowId, updatedAt: null }] });
};
