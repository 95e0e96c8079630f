import type { ChangeId, RowId } from '../contract/ids';
import type { Fields } from '../contract/records';
import type { SyncEvent } from '../sync/syncEvents';
import { type Change, changesOf, type Log, type Mark, type RowChanges, type SyncState } from '../sync/syncState';
import { leftBy } from './leftBy';

/**
 * What left while the log on disk could not be read: an older word of the same field that stands there never met it, and would go
 * out after it.
 */
export interface PassedWords {
  /** Notes what the event lets go, unless it was refused. */
  note(before: SyncState, event: SyncEvent): void;
  /** A log that was read, without the older words. What says nothing any more leaves in the next round. */
  without(read: Log): Log;
}

export const makePassedWords = (): PassedWords => {
  /** By row and field the newest change that said something of it. */
  const words = new Map<RowId, Map<string, ChangeId>>();

  const add = ({ id, rowId, data }: Change): void => {
    const ofRow = words.get(rowId) ?? new Map<string, ChangeId>();
    words.set(rowId, ofRow);
    for (const name of Object.keys(data)) if ((ofRow.get(name) ?? '') < id) ofRow.set(name, id);
  };

  const left = (rowId: RowId, said: Fields, id: ChangeId): Fields =>
    Object.fromEntries(Object.entries(said).filter(([name]) => (words.get(rowId)?.get(name) ?? '') <= id));

  const leftOf = (change: Change): Change =>
    change.type === 'update' ? { ...change, data: left(change.rowId, change.data, change.id) } : change;

  /** Repeated, what was sent and not heard of would go out after it as well. */
  const leftOfMark = (mark: Mark): Mark => ({ ...mark, fields: left(mark.rowId, mark.fields, mark.key) });

  const leftIn = (rows: RowChanges): RowChanges => {
    const known = [...words.keys()].flatMap((id) => (rows[id] ? [[id, rows[id].map(leftOf)] as const] : []));
    return known.length ? { ...rows, ...Object.fromEntries(known) } : rows;
  };

  return {
    note: ({ log }, event) => {
      if (event.type === 'sync/rowRefused') return;
      for (const { collection, listId, rowId, changeIds } of leftBy(event)) {
        const changes = changesOf(log, collection, listId)[rowId] ?? [];
        for (const change of changes) if (change.type === 'update' && changeIds.includes(change.id)) add(change);
      }
    },
    without: (read) => {
      if (words.size === 0) return read;
      const items = Object.entries<RowChanges>(read.items).map(([id, rows]) => [id, leftIn(rows)]);
      const marks = Object.entries<Mark>(read.marks).map(([id, mark]) => [id, leftOfMark(mark)]);
      return {
        ...read,
        lists: leftIn(read.lists),
        items: Object.fromEntries(items),
        marks: Object.fromEntries(marks),
      };
    },
  };
};
