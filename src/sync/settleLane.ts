import type { ServerRow, WireRecord } from '../contract/records';
import type { LanePorts } from './lanePorts';
import type { Lane } from './planPush';
import { syncEvent } from './syncEvents';
import { changesOf, type Delta, type SyncState, serverRowOf } from './syncState';

/** What becomes of a row's changes once they were answered: settled with what the answer told, or refused. */

/** Whether a record is the lane's row. */
export const isOf =
  ({ rowId }: Pick<Lane, 'rowId'>) =>
  (record: WireRecord): boolean =>
    (record.alive ? record.server.row.id : record.id) === rowId;

/** A record of the wire as a delta. */
export const recordDelta = ({ collection }: Pick<Lane, 'collection'>, record: WireRecord): Delta =>
  record.alive
    ? { collection, put: [record.server], removed: [] }
    : { collection, put: [], removed: [{ id: record.id, updatedAt: record.updatedAt }] };

/** What a write was answered with: true, whatever its time, where nothing was heard of the row since the write left. */
export const answerDelta = (
  state: SyncState,
  lane: Lane,
  record: WireRecord,
  before: ServerRow | undefined,
): Delta => ({
  ...recordDelta(lane, record),
  ...(serverRowOf(state.base, lane) === before && { setBack: [lane.rowId] }),
});

/** An answer to a removal bears no time: what is heard of the row from here on was said before it, until a whole pull shows it. */
const LATEST = '9999-12-31T23:59:59.999Z';

export const removedDelta = ({ collection, rowId }: Pick<Lane, 'collection' | 'rowId'>): Delta => ({
  collection,
  put: [],
  removed: [{ id: rowId, updatedAt: LATEST }],
});

/** A DELETE may answer with the record as it was: still, it is removed. */
export const removalDelta = (lane: Lane, record: WireRecord | null): Delta => {
  const own = record && isOf(lane)(record) ? record : null;
  const updatedAt = own ? (own.alive ? own.server.updatedAt : own.updatedAt) : LATEST;
  return { collection: lane.collection, put: [], removed: [{ id: lane.rowId, updatedAt }] };
};

/** All that may have arrived with the lane's calls. */
const leaving = ({ collection, rowId, listId, changeIds, mark }: Lane) => ({
  collection,
  rowId,
  listId,
  changeIds: [...new Set([...changeIds, ...mark.changeIds])],
});

export const settle = ({ host }: Pick<LanePorts, 'host'>, lane: Lane, delta: Delta): Promise<void> =>
  host.apply(syncEvent('sync/rowSettled', { ...leaving(lane), delta }));

export const refuse = (
  { host, now }: Pick<LanePorts, 'host' | 'now'>,
  lane: Lane,
  status: number,
  message: string,
): Promise<void> => {
  const ofRow = changesOf(host.state().log, lane.collection, lane.listId)[lane.rowId] ?? [];
  // Without the row nothing that was done to it since can ever go through.
  const changes = lane.step.type === 'create' ? ofRow : ofRow.filter(({ id }) => lane.changeIds.includes(id));
  const left = leaving({ ...lane, changeIds: [...lane.changeIds, ...changes.map(({ id }) => id)] });
  return host.apply(syncEvent('sync/rowRefused', { ...left, changes, status, message, time: now() }));
};
