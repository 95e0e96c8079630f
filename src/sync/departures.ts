import { type ChangeId, type RowId, tabOf } from '../contract/ids';
import type { Heard, SyncEvent } from './syncEvents';

/**
 * How far each tab's changes of each row have left the log. Who leads reads them on the disk, perhaps before their author tells
 * of them: what is told afterwards has had its effect, and taken once more it would bring back what was removed since.
 */
export interface Departures {
  /** Notes what the event lets go. */
  note(event: SyncEvent): void;
  /**
   * What was told, without the changes that left before. A tab makes, writes and tells its changes in order, so those before
   * the newest that left were read and left too, or were folded into it.
   */
  withoutDeparted(heard: Heard): Heard;
  /** Whether this change, or a later one of its tab and row, has left. */
  hasLeft(rowId: RowId, id: ChangeId): boolean;
}

const placeOf = (rowId: RowId, id: ChangeId): string => `${rowId}/${tabOf(id)}`;

export const makeDepartures = (): Departures => {
  const newest = new Map<string, ChangeId>();

  const leave = ({ rowId, changeIds }: { readonly rowId: RowId; readonly changeIds: readonly ChangeId[] }): void => {
    for (const id of changeIds) {
      const place = placeOf(rowId, id);
      const known = newest.get(place);
      if (known === undefined || known < id) newest.set(place, id);
    }
  };

  const hasLeft = (rowId: RowId, id: ChangeId): boolean => {
    const known = newest.get(placeOf(rowId, id));
    return known !== undefined && id <= known;
  };

  return {
    note: (event) => {
      if (event.type === 'sync/rowSettled' || event.type === 'sync/rowRefused') leave(event.payload);
      if (event.type === 'sync/changesDropped') event.payload.dropped.forEach(leave);
    },
    withoutDeparted: (heard) => {
      const changes = heard.changes.filter(({ rowId, id }) => !hasLeft(rowId, id));
      return changes.length === heard.changes.length ? heard : { ...heard, changes };
    },
    hasLeft,
  };
};
