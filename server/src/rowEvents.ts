import type { StreamEventName } from '../../src/contract/events';
import type { Collection } from '../../src/contract/records';
import type { LockedWrite, NewEvent } from './userLocks';
import { recordText, type SeenRow } from './wireRecord';

type EventKind = 'create' | 'patch' | 'delete';

const eventName = (collection: Collection, kind: EventKind): StreamEventName =>
  collection === 'lists' ? `list::${kind}` : `list-item::${kind}`;

/** The uuid of the row's list, or of the list itself. */
const listOf = (row: SeenRow): string => row.list ?? row.uuid;

/**
 * The event about a row for all members of its list. A list's record differs by reader, because it contains their role.
 */
export const rowEvent = (write: LockedWrite, collection: Collection, row: SeenRow, kind: EventKind): NewEvent => {
  const readers = write.membersOf(row.owner_id, listOf(row));
  const textFor = (reader: number): string =>
    recordText(collection, { ...row, is_owner: reader === row.owner_id ? 1 : 0, members: readers.length });
  const text = recordText(collection, row);
  const data = collection === 'lists' ? textFor : () => text;
  return { readers, id: row.updated_at, name: eventName(collection, kind), data };
};
