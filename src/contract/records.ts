import { emptyFields, type ItemFields, isKnownToAll, type ListFields } from './fields';
import { asItemId, asListId, type ItemId, type ListId, type RowId } from './ids';

/**
 * Wire record ↔ row. What travels is told apart from what the app holds here: inside, a
 * row is known by its uuid, and what the server alone decides is its `Stamp`.
 */

export type Collection = 'lists' | 'items';
export const COLLECTIONS = ['lists', 'items'] as const satisfies readonly Collection[];

/** The collection's name in a path: `/api/lists`, `/api/list-items`. */
export const wirePath = { lists: 'lists', items: 'list-items' } as const satisfies Record<Collection, string>;

export interface ListRow extends ListFields {
  readonly id: ListId;
  /** The server's creation time (ISO, UTC), kept only where the uuid itself tells none (not version 7). */
  readonly createdAt: string | null;
}

export interface ItemRow extends ItemFields {
  readonly id: ItemId;
  readonly listId: ListId;
  readonly createdAt: string | null;
}

export type Row = ListRow | ItemRow;
export type Fields = Readonly<Record<string, string | boolean>>;

/** What the server alone decides about a row. */
interface Stamp {
  /** The provider's primary key: kept as specified, never sent back. */
  readonly remoteId: string | number | null;
  readonly documentId: string;
  /** ISO, UTC, the server's clock. */
  readonly updatedAt: string;
}

/** What a person is in a list that others are in too, and how many they are together. */
export interface Sharing {
  readonly role: 'owner' | 'member';
  readonly members: number;
}

/** A row as the server last told it. */
export interface ServerRow extends Stamp {
  readonly row: Row;
  /** On a list that is shared. Told by the server alone, never sent. */
  readonly sharing?: Sharing;
}

/** One record off the wire: alive with its row, or a tombstone; an item that was taken out of its list counts as one. */
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
/** What every plain object has by birth. */
const BORN_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** An id names a place in plain objects: what each of them has by birth (`constructor`) can be no row's name. */
export const idText = (value: unknown): string | null =>
  typeof value === 'string' && !BORN_NAMES.has(value) ? value : null;
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** True for a uuid that carries its creation time (version 7), so that the id alone orders the row. */
export const isTimedUuid = (uuid: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(uuid);

const NORMAL_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A date in one shape, so that dates compare as text: `2026-11-20T09:23:18.000Z`. @param date one that `isDate` knows */
export const normalDate = (date: string): string => (NORMAL_DATE.test(date) ? date : new Date(date).toISOString());

const ENTRIES = { lists: Object.entries(emptyFields.lists), items: Object.entries(emptyFields.items) };

/** A field of the wrong type falls back to the row's start value: one bad value must not hide the row or stop the pull. */
const fieldsOf = (collection: Collection, record: Json, fallback: Fields): Fields => {
  const fields: Record<string, string | boolean> = {};
  for (const [name, empty] of ENTRIES[collection]) {
    const value = record[name];
    fields[name] = typeof value === typeof empty ? (value as string | boolean) : (fallback[name] ?? empty);
  }
  return fields;
};

/** Builds a row from its ids and fields; unknown fields are dropped, missing ones start empty. */
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

/** Whether a record names every field that its provider must know. */
export const isWholeRecord = (collection: Collection, record: Json): boolean =>
  Object.keys(emptyFields[collection]).every((name) => name in record || !isKnownToAll(collection, name));

/** The row with every field: an earlier build stored it without those that came since. */
export const completeRow = <R extends Row>(row: R): R => {
  const collection = 'listId' in row ? 'items' : 'lists';
  const isComplete = ENTRIES[collection].every(([name]) => name in row);
  return isComplete ? row : { ...emptyFields[collection], ...row };
};

/** The row's user fields alone. */
export const rowFields = (collection: Collection, row: Row): Fields => fieldsOf(collection, { ...row }, {});

/** A list's fields alone, from a row or anything that was stored as one. */
export const listFieldsOf = (stored: object): ListFields =>
  // Built from the table of fields that the type is made of, as for items below.
  fieldsOf('lists', { ...stored }, emptyFields.lists) as ListFields;

/** An item's fields alone, from a row or anything that was stored as one. */
export const itemFieldsOf = (stored: object): ItemFields =>
  fieldsOf('items', { ...stored }, emptyFields.items) as ItemFields;

/** The list a row belongs to: an item's list, a list itself. */
export const listOf = (row: Row): ListId => ('listId' in row ? row.listId : row.id);

/**
 * Reads one record of a pull, a push answer or an event that carries the whole row.
 * Returns null for anything that is not one: no uuid, no documentId, no valid `updatedAt`, or an item that names no list.
 */
export const parseRecord = (collection: Collection, value: unknown): WireRecord | null => {
  if (!isObject(value)) return null;
  const uuid = idText(value.uuid);
  if (!uuid || !isDate(value.updatedAt)) return null;
  const updatedAt = normalDate(value.updatedAt);
  const id = collection === 'lists' ? asListId(uuid) : asItemId(uuid);
  const isRemoved = value.deletedAt !== null && value.deletedAt !== undefined;
  // In no list it is nowhere to be seen; with a list again it is newer.
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

/** The fields of a new row for a provider: one that does not know a field of ours refuses its very name, and there it stays empty. */
const sentFields = (collection: Collection, row: Row): Fields =>
  Object.fromEntries(
    Object.entries(rowFields(collection, row)).filter(([name, value]) => value || isKnownToAll(collection, name)),
  );

/** The body of a create: every field and the client's ids, none of the server's. */
export const createBody = (collection: Collection, row: Row): Json =>
  collection === 'lists'
    ? { uuid: row.id, ...sentFields(collection, row) }
    : { uuid: row.id, list: listOf(row), ...sentFields(collection, row) };
