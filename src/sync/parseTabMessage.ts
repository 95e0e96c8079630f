import { COLLECTIONS, idText, isObject } from '../contract/records';
import type { SyncEvent } from './syncEvents';
import type { TabMessage } from './tabs';

/**
 * Reads what another tab said. It may run another build: whatever this one does not know is not heard, and the disk tells the
 * rest.
 */

/** The events tabs tell each other, and what each cannot do without. What was read from a disk is for its reader alone. */
const TOLD = new Map<unknown, readonly string[]>(
  Object.entries({
    'sync/deltaReceived': ['delta'],
    'sync/pulled': ['delta', 'cursor', 'forget', 'roundStartedAt'],
    'sync/rowMarked': ['mark'],
    'sync/rowSettled': ['rowId', 'listId', 'collection', 'changeIds', 'delta'],
    'sync/rowRefused': ['rowId', 'listId', 'collection', 'changeIds', 'changes'],
    'sync/changesDropped': ['dropped'],
    'sync/lostListResolved': ['listId'],
    'sync/operationStarted': ['id', 'collection'],
    'sync/operationEnded': ['id', 'status'],
  } satisfies Partial<Record<SyncEvent['type'], readonly string[]>>),
);

const isEvent = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { type, payload } = value;
  return isObject(payload) && (TOLD.get(type)?.every((name) => payload[name] !== undefined) ?? false);
};

const hasPlace = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) &&
  idText(value.rowId) !== null &&
  idText(value.listId) !== null &&
  COLLECTIONS.some((collection) => collection === value.collection);

const isChange = (value: unknown): boolean =>
  hasPlace(value) &&
  typeof value.id === 'string' &&
  (value.type === 'insert' || value.type === 'update' || value.type === 'remove') &&
  isObject(value.data);

const isReplaced = (value: unknown): boolean => hasPlace(value) && Array.isArray(value.changeIds);

const isHeard = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value.changes) &&
  value.changes.every(isChange) &&
  Array.isArray(value.replaced) &&
  value.replaced.every(isReplaced);

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
