import { isTyped } from '../../contract/fields';
import type { ServerRow, WireRecord } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { type SyncEvent, syncEvent } from '../model/syncEvents';
import {
  allChanges,
  type Change,
  type Delta,
  type Dropped,
  REMOVED_HERE,
  ROW_REMOVED,
  type SyncState,
} from '../model/syncState';
import { createsRow, isListRemovalWaiting, isMovedTo } from '../model/unsent';
import type { RowRequest } from '../plan/planPush';
import { type RequestEnd, type RequestPorts, THROUGH } from './rowRequest';

/** Ends a row's changes after an answer: settles, refuses or drops them. */

/** Whether a record belongs to the request's row. */
export const isOf =
  ({ rowId }: Pick<RowRequest, 'rowId'>) =>
  (record: WireRecord): boolean =>
    (record.alive ? record.server.row.id : record.id) === rowId;

/**
 * Turns a record of an answer into a delta.
 * @param before the row as it was known when the request was sent. The answer is valid whatever its time, unless newer
 *   news of the row arrived since
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

export const removedDelta = (
  { collection, rowId, step }: Pick<RowRequest, 'collection' | 'rowId' | 'step'>,
  before?: ServerRow,
): Delta => {
  // A list that the person left may come back, because another device of theirs may join it again.
  const isLeft = step.type === 'remove' && step.isLeaving && before !== undefined;
  return { collection, put: [], removed: [{ id: rowId, updatedAt: isLeft ? before.updatedAt : REMOVED_HERE }] };
};

const applied = async ({ host }: Pick<RequestPorts, 'host'>, event: SyncEvent): Promise<RequestEnd> => {
  await host.apply(event);
  return THROUGH;
};

export const settle = (ports: Pick<RequestPorts, 'host'>, { write }: RowRequest, delta: Delta): Promise<RequestEnd> =>
  applied(ports, syncEvent('sync/rowSettled', { ...write, delta }));

/**
 * The removal of the item that was moved to this row. Without it, the item is where it was. If the person has removed or
 * moved the new row meanwhile, or the old list, the item is not wanted there.
 */
const removalOfMoved = (state: SyncState, { collection, rowId, step, write }: RowRequest): readonly Dropped[] =>
  step.type === 'create' && createsRow(changesOfRow(state.log, write))
    ? allChanges(state.log).flatMap((change) => {
        const { id, listId, rowId: oldId } = change;
        const isWanted = isMovedTo(change, rowId) && !isListRemovalWaiting(state, listId);
        return isWanted ? [{ collection, listId, rowId: oldId, changeIds: [id] }] : [];
      })
    : [];

export const refuse = (
  { host, now }: Pick<RequestPorts, 'host' | 'now'>,
  request: RowRequest,
  status: number,
  message: string,
): Promise<RequestEnd> => {
  const ofRow = changesOfRow(host.state().log, request);
  const sent = request.write.changeIds;
  // Without the row, later changes of it can never be accepted.
  const changes = request.step.type === 'create' ? ofRow : ofRow.filter(({ id }) => sent.includes(id));
  const changeIds = [...new Set([...sent, ...changes.map(({ id }) => id)])];
  const reason = { status, message, time: now() };
  const dropped = removalOfMoved(host.state(), request);
  return applied({ host }, syncEvent('sync/rowRefused', { ...request.write, changeIds, changes, ...reason, dropped }));
};

/** Whether the change has a text that somebody typed. */
const hasTypedText = ({ collection, data }: Change): boolean =>
  Object.entries(data).some(([name, value]) => isTyped(collection, name) && value !== '');

/**
 * The edits that are lost because their row was removed elsewhere. If the person removed the row here too, nothing is
 * lost. Nor is a tick or a place, without a row to tick. The create is not lost either, because the removed row proves
 * that it had arrived.
 */
const lostEdits = (state: SyncState, one: Dropped): readonly Change[] => {
  const { collection, rowId, changeIds } = one;
  if (!(rowId in state.base.tombstones[collection])) return [];
  const changes = changesOfRow(state.log, one).filter(({ id }) => changeIds.includes(id));
  if (changes.some(({ type }) => type === 'remove')) return [];
  const write = state.log.inFlight[rowId];
  const arrived = write?.kind === 'create' ? write.changeIds : [];
  return changes.filter((change) => change.type === 'update' && hasTypedText(change) && !arrived.includes(change.id));
};

/** Drops changes without a request. A lost edit is kept as a refusal, which Logs shows. */
export const drop = async (
  { host, now }: Pick<RequestPorts, 'host' | 'now'>,
  dropped: readonly Dropped[],
): Promise<void> => {
  const state = host.state();
  const lost = new Map(dropped.map((one) => [one, lostEdits(state, one)]));
  const quiet = dropped.filter((one) => !lost.get(one)?.length);
  const refusals = [...lost].flatMap(([one, changes]) =>
    changes.length ? [{ ...one, changes, status: 404, message: ROW_REMOVED, time: now() }] : [],
  );
  await Promise.all([
    quiet.length ? host.apply(syncEvent('sync/changesDropped', { dropped: quiet })) : null,
    ...refusals.map((refusal) => host.apply(syncEvent('sync/rowRefused', refusal))),
  ]);
};

/**
 * A create found its row on the server, because an earlier create made it. Takes that row into base. The in-flight write
 * stays, so the next plan sends the missing values as an update.
 */
export const takeExistingRow = (ports: Pick<RequestPorts, 'host'>, delta: Delta): Promise<RequestEnd> =>
  applied(ports, syncEvent('sync/deltaReceived', { delta }));

/** The row is gone: removes it from base, and drops its changes. */
export const dropRemovedRow = async (
  ports: Pick<RequestPorts, 'host' | 'now'>,
  request: RowRequest,
  delta: Delta,
): Promise<RequestEnd> => {
  const { host } = ports;
  const { collection, rowId } = request;
  await host.apply(syncEvent('sync/deltaReceived', { delta }));
  const { base, log } = host.state();
  // An event may have restored the row meanwhile.
  if (!(rowId in base.tombstones[collection]))
    return { kind: 'retry', reason: 'the row is back', afterMs: null, brokenBy: 'other' };
  const changeIds = [...request.write.changeIds, ...changesOfRow(log, request).map(({ id }) => id)];
  await drop(ports, [{ ...request.write, changeIds: [...new Set(changeIds)] }]);
  return THROUGH;
};
