import { emptyFields, type ItemFields, isKnownToAll, type ListFields } from './fields';
import { asItemId, asListId, type ItemId, type ListId, type RowId } from './ids';
import { isTimedUuid } from './uuids';

/**
 * Turns the provider's records into rows, and rows into request bodies. Inside the app a row is identified by its uuid.
 * The values that only the server sets are its `Stamp`.
 */

export type Collection = 'lists' | 'items';
export const COLLECTIONS = ['lists', 'items'] as const satisfies readonly Collection[];

/** The collection's name in a path: `/api/lists`, `/api/list-items`. */
export const wirePath = { lists: 'lists', items: 'list-items' } as const satisfies Record<Collection, string>;

export interface ListRow extends ListFields {
  readonly id: ListId;
  /** The server's creation time (ISO, UTC). Null if the uuid contains the time (version 7). */
  readonly createdAt: string | null;
}

export interface ItemRow extends ItemFields {
  readonly id: ItemId;
  readonly listId: ListId;
  readonly createdAt: string | null;
}

export type Row = ListRow | ItemRow;
export type Fields = Readonly<Record<string, string | boolean>>;

/** The values of a row that only the server sets. */
interface Stamp {
  /** The provider's primary key. It is stored as specified, and never sent. */
  readonly remoteId: string | number | null;
  readonly documentId: string;
  /** ISO, UTC, by the server's clock. */
  readonly updatedAt: string;
}

/** The person's role in a shared list, and the number of all members. */
export interface Sharing {
  readonly role: 'owner' | 'member';
  readonly members: number;
}

/** A row in its last state that the server sent. */
export interface ServerRow extends Stamp {
  readonly row: Row;
  /** Only for a shared list. The server sets it; it is never sent. */
  readonly sharing?: Sharing;
}

/** One received record: a row, or a tombstone. An item without a list counts as a tombstone. */
export type WireRecord =
  | { readonly alive: true; readonly server: ServerRow }
  | { readonly alive: false; readonly id: RowId; readonly updatedAt: string };

const sharingOf = ({ role, members }: Readonly<Record<string, unknown>>): Sharing | null => {
  if ((role !== 'owner' && role !== 'member') || typeof members !== 'number') return null;
  return role === 'member' || members > 1 ? { role, members } : null;
};

type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const INHERITED_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A valid id; else null. Ids are keys of plain objects, so a name that every object inherits (`constructor`) is none. */
export const idText = (value: unknown): string | null =>
  typeof value === 'string' && !INHERITED_NAMES.has(value) ? value : null;
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

const NORMAL_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * A date in one form, so that dates can be compared as text: `2026-11-20T09:23:18.000Z`.
 * @param date a text that `isDate` accepts
 */
export const normalDate = (date: string): string => (NORMAL_DATE.test(date) ? date : new Date(date).toISOString());

const ENTRIES = { lists: Object.entries(emptyFields.lists), items: Object.entries(emptyFields.items) };

/** Reads known fields. A value of the wrong type is replaced, because it must not hide the row or stop the pull. */
const fieldsOf = (collection: Collection, record: Json, fallback: Fields): Fields => {
  const fields: Record<string, string | boolean> = {};
  for (const [name, empty] of ENTRIES[collection]) {
    const value = record[name];
    fields[name] = typeof value === typeof empty ? (value as string | boolean) : (fallback[name] ?? empty);
  }
  return fields;
};

/** Builds a row from its ids and fields. Unknown fields are dropped, and missing ones are empty. */
export const makeRow = (
  collection: Collection,
  id: RowId,
  listId: ListId,
  fields: Readonly<Record<string, unknown>>,
  createdAt: string | null = null,
): Row => {
  const known = fieldsOf(collection, fields, emptyFields[collection]);
  return (collection === 'lists' ? { id, ...known, createdAt } : { id, listId, ...known, createdAt }) as Row;
};

/** Whether a record has every field that all providers know. */
export const isWholeRecord = (collection: Collection, record: Json): boolean =>
  Object.keys(emptyFields[collection]).every((name) => name in record || !isKnownToAll(collection, name));

/** Only the fields of a row that people edit. */
export const rowFields = (collection: Collection, row: Row): Fields => fieldsOf(collection, { ...row }, {});

/** Only the fields of a list, from a row or from stored data. */
export const listFieldsOf = (stored: object): ListFields =>
  // The cast is safe: value and type come from the same table of fields. The same applies to items below.
  fieldsOf('lists', { ...stored }, emptyFields.lists) as ListFields;

/** Only the fields of an item, from a row or from stored data. */
export const itemFieldsOf = (stored: object): ItemFields =>
  fieldsOf('items', { ...stored }, emptyFields.items) as ItemFields;

/** The list that a row belongs to. A list belongs to itself. */
export const listOf = (row: Row): ListId => ('listId' in row ? row.listId : row.id);

/**
 * Reads one record of a pull, a push answer or an event with the whole row. Returns null without a uuid or a valid
 * `updatedAt`. Returns null also for a row without a documentId, and for an item that does not say its list.
 */
export const parseRecord = (collection: Collection, value: unknown): WireRecord | null => {
  if (!isObject(value)) return null;
  const uuid = idText(value.uuid);
  if (!uuid || !isDate(value.updatedAt)) return null;
  const updatedAt = normalDate(value.updatedAt);
  const id = collection === 'lists' ? asListId(uuid) : asItemId(uuid);
  const isRemoved = value.deletedAt !== null && value.deletedAt !== undefined;
  // An item without a list is on no screen. If it gets a list again, that record is newer than the tombstone.
  const isTakenOut = collection === 'items' && value.list === null;
  if (isRemoved || isTakenOut) return { alive: false, id, updatedAt };
  const documentId = text(value.documentId);
  const list = collection === 'lists' ? uuid : idText(value.list);
  if (!documentId || !list) return null;
  const createdAt = !isTimedUuid(uuid) && isDate(value.createdAt) ? normalDate(value.createdAt) : null;
  const remoteId = typeof value.id === 'number' || typeof value.id === 'string' ? value.id : null;
  const row = makeRow(collection, id, asListId(list), value, createdAt);
  const sharing = collection === 'lists' ? sharingOf(value) : null;
  return { alive: true, server: { row, remoteId, documentId, updatedAt, ...(sharing && { sharing }) } };
};

/**
 * The fields of a new row, without empty fields that another provider may not know. Such a provider refuses a body with
 * an unknown field.
 */
const sentFields = (collection: Collection, row: Row): Fields =>
  Object.fromEntries(
    Object.entries(rowFields(collection, row)).filter(([name, value]) => value || isKnownToAll(collection, name)),
  );

/** The body of a create: the fields and the client's ids, without the server's ids. */
export const createBody = (collection: Collection, row: Row): Json =>
  collection === 'lists'
    ? { uuid: row.id, ...sentFields(collection, row) }
    : { uuid: row.id, list: listOf(row), ...sentFields(collection, row) };

/** Whether both have the same fields with the same values. Rows are flat, so this means that they are equal. */
export const hasSameFields = <T extends object>(a: T, b: T): boolean => {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** The request that a row needs. */
export type Step =
  | { readonly type: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly type: 'update'; readonly documentId: string; readonly fields: Fields }
  | {
      readonly type: 'remove';
      readonly documentId: string;
      /** The person leaves a shared list, and the other members keep it. */
      readonly isLeaving?: true;
    };
