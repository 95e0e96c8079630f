import type { Outcome } from '../../contract/outcomes';
import type { WireRecord } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import { type RowPlace, serverRowOf } from '../model/syncState';
import type { RowRequest } from '../plan/planPush';
import { type RequestEnd, type RequestPorts, THROUGH } from './rowRequest';
import { dropRemovedRow, isOf, recordDelta, refuse, takeExistingRow } from './settleRow';

/**
 * Handles answers about a row that prove nothing: "taken", or a 404, which another program, a wrong path or a replica
 * that is behind may send too. The provider is asked for the row by uuid, and only that answer counts.
 */

type Doubt = Extract<Outcome, { kind: 'taken' | 'doubtful' }>;

/** What the provider has for a uuid: the row, its tombstone, or nothing. */
interface Found {
  readonly kind: 'found';
  readonly record: WireRecord | undefined;
  /**
   * A provider that sends its clock keeps a tombstone of each removal. Without a tombstone it has forgotten the row,
   * and the next whole pull creates the row again.
   */
  readonly isForgotten: boolean;
}

const failedCall = (reason: string): RequestEnd => ({ kind: 'retry', reason, afterMs: null, brokenBy: 'other' });

/**
 * Asks for a row. An answer with unreadable records may contain it.
 * @returns what the provider has, or why the request failed: for `reason` if the answer is not clear
 */
const lookUp = async (
  { api, signal }: RequestPorts,
  { collection, rowId }: Pick<RowPlace, 'collection' | 'rowId'>,
  reason: string,
): Promise<Found | RequestEnd> => {
  const answer = await api.lookUp(collection, [rowId], signal);
  if (answer.kind === 'retry' || answer.kind === 'signedOut') return answer;
  if (answer.kind !== 'ok') return failedCall(reason);
  const { records, unreadIds, clock } = answer.value;
  const record = records.find(isOf({ rowId }));
  if (!record && unreadIds?.length !== 0) return failedCall(reason);
  return { kind: 'found', record, isForgotten: !record && clock !== null };
};

/** An item cannot be created because its list was removed since the pull. The next plan offers it for recovery. */
const learnMissingList = async (ports: RequestPorts, { listId }: RowRequest, reason: string): Promise<RequestEnd> => {
  const before = ports.host.state().base.lists[listId];
  const found = await lookUp(ports, { collection: 'lists', rowId: listId }, reason);
  if (found.kind !== 'found') return found;
  if (found.record?.alive || found.isForgotten) return failedCall(reason);
  const removed = [{ id: listId, updatedAt: found.record?.updatedAt ?? before?.updatedAt ?? null }];
  await ports.host.apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } }));
  return THROUGH;
};

/** Asks for the request's row, and acts on the result. */
export const lookUpRow = async (ports: RequestPorts, request: RowRequest, doubt: Doubt): Promise<RequestEnd> => {
  const { collection, rowId, step } = request;
  const reason = doubt.kind === 'taken' ? 'uuid taken' : `status ${doubt.status}`;
  if (doubt.kind === 'doubtful' && step.type === 'create')
    return collection === 'items' ? learnMissingList(ports, request, reason) : failedCall(reason);
  const before = serverRowOf(ports.host.state().base, request);
  // The provider has no time for what it does not have. News that came since the question is newer than its answer.
  const knownAt = before?.updatedAt ?? null;
  const found = await lookUp(ports, request, reason);
  if (found.kind !== 'found') return found;
  const { record } = found;
  if (record?.alive) {
    const met = await takeExistingRow(ports, recordDelta(request, record, before));
    // The row of an update or removal may have another documentId now. The next round uses that one.
    return step.type === 'create' ? met : failedCall(reason);
  }
  if (record) return dropRemovedRow(ports, request, recordDelta(request, record, before));
  // The uuid belongs to a row of another person.
  if (step.type === 'create') return refuse(ports, request, 400, reason);
  if (found.isForgotten) return failedCall(reason);
  return dropRemovedRow(ports, request, { collection, put: [], removed: [{ id: rowId, updatedAt: knownAt }] });
};
