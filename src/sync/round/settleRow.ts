import type { ServerRow, WireRecord } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import type { Dropped } from '../model/syncState';
import { type Change, changesOf, type Delta, type SyncState } from '../model/syncState';
import type { Lane } from '../plan/planPush';
import { type LaneEnd, type LanePorts, THROUGH } from './rowRequest';

/** What becomes of a row's changes once something is known of them: settled with what an answer told, refused, or dropped. */

/** Whether a record is the lane's row. */
export const isOf =
  ({ rowId }: Pick<Lane, 'rowId'>) =>
  (record: WireRecord): boolean =>
    (record.alive ? record.server.row.id : record.id) === rowId;

/**
 * A record of the wire as a delta.
 * @param before the row as it was known when a write, or a look-up of the row, left: what that is answered with is true, whatever
 *   its time, unless more was heard of the row since
 */
export const recordDelta = (
  { collection }: Pick<Lane, 'collection'>,
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

export const removedDelta = ({ collection, rowId }: Pick<Lane, 'collection' | 'rowId'>): Delta => ({
  collection,
  put: [],
  removed: [{ id: rowId, updatedAt: LATEST }],
});

/** All that may have arrived with the lane's calls. */
const leaving = ({ collection, rowId, listId, changeIds, mark }: Lane) => ({
  collection,
  rowId,
  listId,
  changeIds: [...new Set([...changeIds, ...mark.changeIds])],
});

export const settle = async ({ host }: Pick<LanePorts, 'host'>, lane: Lane, delta: Delta): Promise<LaneEnd> => {
  await host.apply(syncEvent('sync/rowSettled', { ...leaving(lane), delta }));
  return THROUGH;
};

export const refuse = async (
  { host, now }: Pick<LanePorts, 'host' | 'now'>,
  lane: Lane,
  status: number,
  message: string,
): Promise<LaneEnd> => {
  const ofRow = changesOf(host.state().log, lane.collection, lane.listId)[lane.rowId] ?? [];
  // Without the row nothing that was done to it since can ever go through.
  const changes = lane.step.type === 'create' ? ofRow : ofRow.filter(({ id }) => lane.changeIds.includes(id));
  const left = leaving({ ...lane, changeIds: [...lane.changeIds, ...changes.map(({ id }) => id)] });
  await host.apply(syncEvent('sync/rowRefused', { ...left, changes, status, message, time: now() }));
  return THROUGH;
};

/**
 * The edits among them that nobody will see any more, because their row was removed elsewhere. The person who removed the row
 * here as well has lost nothing, nor who made it: that a removed row was there before shows that its create had arrived.
 */
const lostEdits = (state: SyncState, one: Dropped): readonly Change[] => {
  const { collection, listId, rowId, changeIds } = one;
  if (!(rowId in state.base.gone[collection])) return [];
  const changes = (changesOf(state.log, collection, listId)[rowId] ?? []).filter(({ id }) => changeIds.includes(id));
  if (changes.some(({ type }) => type === 'remove')) return [];
  const mark = state.log.marks[rowId];
  const arrived = mark?.kind === 'create' ? mark.changeIds : [];
  return changes.filter(({ id, type }) => type === 'update' && !arrived.includes(id));
};

/** Changes leave without a call. An edit that is lost with its row is kept as a refusal, for the person to see on Logs. */
export const drop = async (
  { host, now }: Pick<LanePorts, 'host' | 'now'>,
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
export const letGo = async (ports: Pick<LanePorts, 'host' | 'now'>, lane: Lane, delta: Delta): Promise<LaneEnd> => {
  const { host } = ports;
  const { collection, listId, rowId } = lane;
  await host.apply(syncEvent('sync/deltaReceived', { delta }));
  const { base, log } = host.state();
  // An event may have brought it back meanwhile.
  if (!(rowId in base.gone[collection]))
    return { kind: 'retry', reason: 'the row is back', afterMs: null, isBroken: true };
  const { changeIds } = leaving(lane);
  const since = (changesOf(log, collection, listId)[rowId] ?? []).map(({ id }) => id);
  await drop(ports, [{ collection, listId, rowId, changeIds: [...new Set([...changeIds, ...since])] }]);
  return THROUGH;
};
