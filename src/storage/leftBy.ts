import type { SyncEvent } from '../sync/syncEvents';
import type { Dropped, SyncState } from '../sync/syncState';

/** What leaves the log with an event. */
export const leftBy = (event: SyncEvent): readonly Dropped[] => {
  if (event.type === 'sync/changesDropped') return event.payload.dropped;
  return event.type === 'sync/rowSettled' || event.type === 'sync/rowRefused' ? [event.payload] : [];
};

/** Whether a row is offered with its lost list: what was written there stands in base alone. */
export const isOffered = ({ base }: SyncState, { listId, rowId }: Pick<Dropped, 'listId' | 'rowId'>): boolean =>
  base.lost[listId]?.items.some(({ id }) => id === rowId) ?? false;
