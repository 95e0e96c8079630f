import type { ListId } from '../contract/ids';
import type { LaneEnd, LanePorts } from './lanePorts';
import { isOf } from './settleLane';
import { syncEvent } from './syncEvents';

/**
 * After an item's create met a 404: whether the list was removed since the pull. If so, base learns it, and the plan that
 * follows keeps what was added to it as an offer instead of counting it refused.
 * @returns null when the list stands, so that the item itself was refused
 */
export const learnMissingList = async (ports: LanePorts, listId: ListId): Promise<LaneEnd | null> => {
  const found = await ports.api.lookUp('lists', [listId], ports.signal);
  if (ports.signal.aborted) return { kind: 'through' };
  if (found.kind === 'retry' || found.kind === 'signedOut') return found;
  if (found.kind !== 'ok' || found.value.unreadIds?.length !== 0) return null;
  const record = found.value.records.find(isOf({ rowId: listId }));
  if (record?.alive) return null;
  const removed = [{ id: listId, updatedAt: record?.updatedAt ?? null }];
  await ports.host.apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [], removed } }));
  return { kind: 'through' };
};
