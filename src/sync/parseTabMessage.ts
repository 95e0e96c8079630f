import { COLLECTIONS, idText, isObject } from '../contract/records';
import type { SyncEvent } from './syncEvents';
import type { TabMessage } from './tabs';

/**
 * Reads what another tab said. It may run another build: whatever this one does not know is not heard, and the disk tells the
 * rest.
 */

type Fields = Readonly<Record<string, unknown>>;

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCollection = (value: unknown): boolean => COLLECTIONS.some((collection) => collection === value);

const hasPlace = (value: unknown): value is Fields =>
  isObject(value) && idText(value.rowId) !== null && idText(value.listId) !== null && isCollection(value.collection);

const isChange = (value: unknown): boolean =>
  hasPlace(value) &&
  isText(value.id) &&
  (value.type === 'insert' || value.type === 'update' || value.type === 'remove') &&
  isObject(value.data);

const namesChanges = (value: unknown): value is Fields => hasPlace(value) && isListOf(value.changeIds, isText);

const isHeard = (value: unknown): boolean =>
  isObject(value) && isListOf(value.changes, isChange) && isListOf(value.replaced, namesChanges);

const isServerRow = (value: unknown): boolean =>
  isObject(value) && isObject(value.row) && idText(value.row.id) !== null && isText(value.updatedAt);

const isRemoved = (value: unknown): boolean =>
  isObject(value) && idText(value.id) !== null && (value.updatedAt === null || isText(value.updatedAt));

/** Rows by id, each with the time as of which it was known. */
const isTimes = (value: unknown): boolean =>
  value === undefined || (isObject(value) && Object.values(value).every(isText));

const isDelta = (value: unknown): boolean =>
  isObject(value) &&
  isCollection(value.collection) &&
  isListOf(value.put, isServerRow) &&
  isListOf(value.removed, isRemoved) &&
  isTimes(value.setBack) &&
  isTimes(value.lost) &&
  (value.offers === undefined || (isObject(value.offers) && Object.values(value.offers).every(isOffer)));

const isMark = (value: unknown): boolean =>
  namesChanges(value) &&
  isText(value.key) &&
  isObject(value.fields) &&
  (value.replaces === undefined || isListOf(value.replaces, isText));

const isPulled = ({ delta, cursor, forget, remember = [], clock = null, roundStartedAt }: Fields): boolean =>
  isDelta(delta) &&
  isText(cursor) &&
  isListOf(forget, isText) &&
  isListOf(remember, isText) &&
  (clock === null || isText(clock)) &&
  typeof roundStartedAt === 'number';

const isOffer = (value: unknown): boolean => isObject(value) && isListOf(value.items, isObject);

/** The events tabs tell each other, and what each cannot do without. What was read from a disk is for its reader alone. */
const TOLD = new Map<unknown, (payload: Fields) => boolean>(
  Object.entries({
    'sync/deltaReceived': ({ delta }) => isDelta(delta),
    'sync/pulled': isPulled,
    'sync/serverSetBack': ({ changes }) => isListOf(changes, isChange),
    'sync/rowMarked': ({ mark }) => isMark(mark),
    'sync/rowSettled': (payload) => namesChanges(payload) && isDelta(payload.delta),
    'sync/rowRefused': (payload) => namesChanges(payload) && isListOf(payload.changes, isChange),
    'sync/changesDropped': ({ dropped }) => isListOf(dropped, namesChanges),
    'sync/lostListResolved': ({ listId, offer }) => isText(listId) && (offer === undefined || isOffer(offer)),
    'sync/operationStarted': ({ id, collection }) => isText(id) && isCollection(collection),
    'sync/operationEnded': ({ id, status }) => isText(id) && isText(status),
  } satisfies Partial<Record<SyncEvent['type'], (payload: Fields) => boolean>>),
);

const isEvent = (value: unknown): boolean =>
  isObject(value) && isObject(value.payload) && (TOLD.get(value.type)?.(value.payload) ?? false);

const isMessage = (value: unknown): value is TabMessage => {
  if (!isObject(value)) return false;
  switch (value.kind) {
    case 'changes':
      return isHeard(value.heard);
    case 'event':
      return isEvent(value.event);
    case 'syncWanted':
      return typeof value.force === 'boolean';
    case 'streamWanted':
      return typeof value.tab === 'string' && typeof value.isWanted === 'boolean';
    case 'workerProblem':
      return typeof value.reason === 'string';
    default:
      return value.kind === 'streamAsked' || value.kind === 'leadWanted';
  }
};

/** The message, or null for anything that is not one of ours. */
export const parseTabMessage = (value: unknown): TabMessage | null => (isMessage(value) ? value : null);
