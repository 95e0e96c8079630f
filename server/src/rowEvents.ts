import type { Collection } from '../../src/contract/records';
import { type EventKind, eventName } from './eventName';
import type { LockedWrite, NewEvent } from './userLocks';
import { recordText, type SeenRow } from './wireRecord';

/** Uuid of the list that the row is or belongs to. */
const listOf = (row: SeenRow): string => row.list ?? row.uuid;

/** What all members of the row's list are told of it. A list's record says to each reader what they are in it. */
export const rowEvent = (write: LockedWrite, collection: Collection, row: SeenRow, kind: EventKind): NewEvent => {
  const readers = write.membersOf(row.owner_id, listOf(row));
  const textFor = (reader: number): string =>
    recordText(collection, { ...row, is_owner: reader === row.owner_id ? 1 : 0, members: readers.length });
  const text = recordText(collection, row);
  const data = collection === 'lists' ? textFor : () => text;
  return { readers, id: row.updated_at, name: eventName(collection, kind), data };
};
