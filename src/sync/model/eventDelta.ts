import { STREAM_EVENTS, type StreamEvent } from '../../contract/events';
import type { RowId } from '../../contract/ids';
import { idText, isObject, isWholeRecord, normalDate, parseRecord, rowFields } from '../../contract/records';
import { type Base, type Delta, findRow, rowsOf } from './syncState';

/** The event cannot be applied without guessing. A pull brings the change. */
export const PULL_NEEDED = 'pull needed';

/**
 * Turns one stream event into a delta. A whole record is taken as it is; a partial record is merged into its row. An
 * event without a time, or about an unknown row, is only a hint that something changed.
 */
export const eventDelta = (base: Base, event: StreamEvent): Delta | typeof PULL_NEEDED => {
  const { collection, type } = STREAM_EVENTS[event.name];
  if (!isObject(event.data)) return PULL_NEEDED;
  const { documentId, updatedAt, deletedAt } = event.data;
  const uuid = idText(event.data.uuid) as RowId | null;
  const known = uuid
    ? findRow(base, collection, uuid)
    : rowsOf(base, collection).find((row) => row.documentId === documentId);
  const id = uuid ?? known?.row.id;
  const at = [updatedAt, deletedAt].find((date) => typeof date === 'string' && !Number.isNaN(Date.parse(date)));
  if (!id || typeof at !== 'string') return PULL_NEEDED;
  if (type === 'delete') {
    const removedAt = normalDate(at);
    // The event's time may come from another clock. The record has the server's own time.
    if (known && removedAt < known.updatedAt) return PULL_NEEDED;
    return { collection, put: [], removed: [{ id, updatedAt: removedAt }] };
  }
  const whole = known && {
    uuid: known.row.id,
    documentId: known.documentId,
    id: known.remoteId,
    createdAt: known.row.createdAt,
    ...known.sharing,
    ...('listId' in known.row && { list: known.row.listId }),
    ...rowFields(collection, known.row),
  };
  const record = parseRecord(collection, { ...whole, ...event.data, uuid: id });
  if (!record) return PULL_NEEDED;
  if (!record.alive) return { collection, put: [], removed: [{ id, updatedAt: record.updatedAt }] };
  return known || isWholeRecord(collection, event.data)
    ? { collection, put: [record.server], removed: [] }
    : PULL_NEEDED;
};
