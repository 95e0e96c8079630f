import type { ServerRow, WireRecord } from '../contract/records';
import type { LanePorts } from './lanePorts';
import type { Lane } from './planPush';
import { syncEvent } from './syncEvents';
import { changesOf, type Delta } from './syncState';

/** What becomes of a row's changes once they were answered: settled with what the answer told, or refused. */

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
