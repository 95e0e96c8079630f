import type { ServerRow, WireRecord } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import type { Dropped } from '../model/syncState';
import { type Change, changesOf, type Delta, type SyncState } from '../model/syncState';
import type { RowRequest } from '../plan/planPush';
import { type RequestEnd, type RequestPorts, THROUGH } from './rowRequest';

/** What becomes of a row's changes once something is known of them: settled with what an answer told, refused, or dropped. */

/** Whether a record is the request's row. */
export const isOf =
  ({ rowId }: Pick<RowRequest, 'rowId'>) =>
  (record: WireRecord): boolean =>
    (record.alive ? record.server.row.id : record.id) === rowId;

/**
 * A record of the wire as a delta.
 * @param before the row as it was known when a write, or a look-up of the row, left: what that is answered with is true, whatever
 *   its time, unless more was heard of the row since
 */
export const recordDelta = (
  { collection }: Pick<RowRequest, 'collection'>,
  record: WireRecord,
  before?: ServerRow | undefined,
): Delta => ({
  collection,
  put: record.alive ? [record.server] : [],
  removed: record.alive ? [] : [{ id: record.id, updatedAt: record.updatedAt }],
  ...(before && { setBack: { [before.row.id]: before.updatedAt } }),
});

/**
 * After an answer to a removal, which bears no time or that of the record as it was, what is heard of the row was said before it,
 * until a whole pull shows it.
 */
const LATEST = '9999-12-31T23:59:59.999Z';

export const removedDelta = (
  { collection, rowId, step }: Pick<RowRequest, 'collection' | 'rowId' | 'step'>,
  before?: ServerRow,
): Delta => {
  // A list that was left may come back: another device of the person may join it again.
  const isLeft = step.type === 'remove' && step.isLeaving && before !== undefined;
  return { collection, put: [], removed: [{ id: rowId, updatedAt: isLeft ? before.updatedAt : LATEST }] };
};

/** All that may have arrived with the request's calls. */
const leaving = ({ collection, rowId, listId, changeIds, write }: RowRequest) => ({
  collection,
  rowId,
  listId,
  changeIds: [...new Set([...changeIds, ...write.changeIds])],
});

export const settle = async (
  { host }: Pick<RequestPorts, 'host'>,
  request: RowRequest,
  delta: Delta,
): Promise<RequestEnd> => {
  await host.apply(syncEvent('sync/rowSettled', { ...leaving(request), delta }));
  return THROUGH;
};

export const refuse = async (
  { host, now }: Pick<RequestPorts, 'host' | 'now'>,
  request: RowRequest,
  status: number,
  message: string,
): Promise<RequestEnd> => {
  const ofRow = changesOf(host.state().log, request.collection, request.listId)[request.rowId] ?? [];
  // Without the row nothing that was done to it since can ever go through.
  const changes = request.step.type === 'create' ? ofRow : ofRow.filter(({ id }) => request.changeIds.includes(id));
  const left = leaving({ ...request, changeIds: [...request.changeIds, ...changes.map(({ id }) => id)] });
  await host.apply(syncEvent('sync/rowRefused', { ...left, changes, status, message, time: now() }));
  return THROUGH;
};

/**
 * The edits among them that nobody will see any more, because their row was removed elsewhere. The person who removed the row
 * here as well has lost nothing, nor who made it: that a removed row was there before shows that its create had arrived.
 */
const lostEdits = (state: SyncState, one: Dropped): readonly Change[] => {
  const { collection, listId, rowId, changeIds } = one;
  if (!(rowId in state.base.tombstones[collection])) return [];
  const changes = (changesOf(state.log, collection, listId)[rowId] ?? []).filter(({ id }) => changeIds.includes(id));
  if (changes.some(({ type }) => type === 'remove')) return [];
  const write = state.log.inFlight[rowId];
  const arrived = write?.kind === 'create' ? write.changeIds : [];
  return changes.filter(({ id, type }) => type === 'update' && !arrived.includes(id));
};

/** Changes leave without a call. An edit that is lost with its row is kept as a refusal, for the person to see on Logs. */
export const drop = async (
  { host, now }: Pick<RequestPorts, 'host' | 'now'>,
  dropped: readonly Dropped[],
): Promise<void> => {
  const state = host.state();
  const lost = new Map(dropped.map((one) => [one, lostEdits(state, one)]));
  const quiet = dropped.filter((one) => !lost.get(one)?.length);
  if (quiet.length) await host.apply(syncEvent('sync/changesDropped', { dropped: quiet }));
  for (const [one, changes] of lost) {
    if (changes.length === 0) continue;
    const refusal = { changes, status: 404, message: 'the row was removed', time: now() };
    await host.apply(syncEvent('sync/rowRefused', { ...one, ...refusal }));
  }
};

/** The row is known to be gone: base learns it, and all that was to be done to the row leaves. */
export const stopEditing = async (
  ports: Pick<RequestPorts, 'host' | 'now'>,
  request: RowRequest,
  delta: Delta,
): Promise<RequestEnd> => {
  const { host } = ports;
  const { collection, listId, rowId } = request;
  await host.apply(syncEvent('sync/deltaReceived', { delta }));
  const { base, log } = host.state();
  // An event may have brought it back meanwhile.
  if (!(rowId in base.tombstones[collection]))
    return { kind: 'retry', reason: 'the row is back', afterMs: null, brokenBy: 'other' };
  const { changeIds } = leaving(request);
  const since = (changesOf(log, collection, listId)[rowId] ?? []).map(({ id }) => id);
  await drop(ports, [{ collection, listId, rowId, changeIds: [...new Set([...changeIds, ...since])] }]);
  return THROUGH;
};
