import { emptyFields } from '../contract/fields';
import { COLLECTIONS, type Collection, type Fields, idText, isDate, isObject, type Row } from '../contract/records';
import { partOfKey } from './baseParts';

/**
 * The forms of stored records. A disk may return anything, so every record is checked when it is read. Another build
 * may have stored more fields of a row, or fewer.
 */

type Json = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const EMPTY_FIELDS: Readonly<Record<Collection, Fields>> = emptyFields;
const NAMES = { lists: Object.keys(emptyFields.lists), items: Object.keys(emptyFields.items) };

/** Whether each known field has its type or is missing. */
export const areFields = (collection: Collection, value: unknown): value is Json =>
  isObject(value) &&
  NAMES[collection].every(
    (name) => value[name] === undefined || typeof value[name] === typeof EMPTY_FIELDS[collection][name],
  );

/** Adds the fields that are missing. */
export const completeRow = <R extends Row>(row: R): R => {
  const collection = 'listId' in row ? 'items' : 'lists';
  const isComplete = NAMES[collection].every((name) => name in row);
  return isComplete ? row : { ...emptyFields[collection], ...row };
};

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = Number.isFinite;
const isNullOr = (check: Check, value: unknown): boolean => value === null || check(value);

/** No key may be a name that every object inherits. */
const isEach = (value: unknown, check: (one: unknown, key: string) => boolean): boolean =>
  isObject(value) && Object.keys(value).every((key) => idText(key) !== null && check(value[key], key));

const isBoth = (value: unknown, check: Check): boolean =>
  isObject(value) && COLLECTIONS.every((collection) => check(value[collection]));

const isServerRow = (collection: Collection, server: unknown, id: string, listId: string): boolean => {
  if (!isObject(server) || !areFields(collection, server.row)) return false;
  const { row, remoteId, documentId, updatedAt, sharing } = server;
  return (
    row.id === id &&
    (collection === 'lists' || row.listId === listId) &&
    isNullOr(isDate, row.createdAt) &&
    (isText(remoteId) || isNullOr(isNumber, remoteId)) &&
    isText(documentId) &&
    isDate(updatedAt) &&
    (sharing === undefined || (isObject(sharing) && isText(sharing.role) && isNumber(sharing.members)))
  );
};

const META: Readonly<Record<string, Check>> = {
  cursors: (value) => isBoth(value, (cursor) => isNullOr(isDate, cursor)),
  progress: (value) => isObject(value) && isNullOr(isNumber, value.roundStartedAt),
  tombstones: (value) => isBoth(value, (times) => isEach(times, isText)),
  removedLists: (value) => isEach(value, (snapshot) => areFields('lists', snapshot)),
};

/** Whether a record of base has the form that we write. Of `meta`, another build may have others. */
export const isBaseRecord = (store: string, key: string, value: unknown): boolean => {
  if (idText(key) === null) return false;
  if (store === 'meta') return META[key]?.(value) ?? true;
  if (store === 'lists') return isServerRow('lists', value, key, key);
  const { listId } = partOfKey(key);
  return idText(listId) !== null && isEach(value, (server, id) => isServerRow('items', server, id, listId));
};
