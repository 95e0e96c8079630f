import type { ChangeId, RowId, UserId } from '../contract/ids';
import { COLLECTIONS, isObject } from '../contract/records';
import { newest } from '../sync/markRow';
import { insertChange, withMark } from '../sync/record';
import { type Change, emptyLog, type Log, type Mark } from '../sync/syncState';
import { openRecordStore } from './recordDriver';
import { logDatabase, STORED_VERSION } from './storageKeys';

/**
 * The log on disk: one record per change, one put when it is made, and nothing is ever rewritten around it. Only the tab that
 * made a change writes it; only the holder of the lock removes it.
 */
export interface ChangeLog {
  /** Damaged records are left where they are and counted, never guessed at. */
  read(): Promise<{ readonly log: Log; readonly device: string; readonly damaged: number }>;
  append(changes: readonly Change[]): Promise<void>;
  remove(ids: readonly ChangeId[]): Promise<void>;
  putMark(mark: Mark): Promise<void>;
  removeMark(rowId: RowId): Promise<void>;
}

const CHANGE = 'change/';
const MARK = 'mark/';
const DEVICE = 'device';

interface StoredChange {
  readonly version: number;
  readonly change: Change;
}

const isFields = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((field) => typeof field === 'string' || typeof field === 'boolean');

const hasPlace = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value.rowId === 'string' &&
  typeof value.listId === 'string' &&
  COLLECTIONS.some((collection) => collection === value.collection);

const parseChange = (stored: unknown): Change | null => {
  if (!isObject(stored) || !isObject(stored.change)) return null;
  const { change } = stored;
  const isChange =
    typeof change.id === 'string' &&
    hasPlace(change) &&
    isFields(change.data) &&
    (change.type === 'insert' || change.type === 'update' || change.type === 'remove');
  return isChange ? (change as unknown as Change) : null;
};

/** Marks of an early build had no key. */
const withKey = (mark: Mark): Mark => ({ ...mark, key: mark.key ?? newest(mark.changeIds) });

const parseMark = (stored: unknown): Mark | null =>
  isObject(stored) &&
  isObject(stored.mark) &&
  hasPlace(stored.mark) &&
  isFields(stored.mark.fields) &&
  Array.isArray(stored.mark.changeIds)
    ? withKey(stored.mark as unknown as Mark)
    : null;

/**
 * Opens a user's log.
 * @param newId makes the device id, once per database: a wiped database is a new device
 */
export const openChangeLog = (user: UserId, newId: () => string): ChangeLog => {
  const store = openRecordStore(logDatabase(user), 'changes');

  const deviceId = async (known: unknown): Promise<string> => {
    if (typeof known === 'string') return known;
    // Two tabs may open a new disk together: the first name stands.
    return String(await store.claim(DEVICE, newId()));
  };

  return {
    read: async () => {
      let log: Log = emptyLog;
      let damaged = 0;
      let device: unknown = null;
      for (const [key, value] of await store.read()) {
        if (key === DEVICE) {
          device = value;
        } else if (key.startsWith(CHANGE)) {
          const change = parseChange(value);
          if (change) log = insertChange(log, change);
          else damaged += 1;
        } else if (key.startsWith(MARK)) {
          const mark = parseMark(value);
          if (mark) log = withMark(log, mark);
          else damaged += 1;
        }
      }
      return { log, device: await deviceId(device), damaged };
    },
    append: async (changes) => {
      const record = (change: Change): StoredChange => ({ version: STORED_VERSION, change });
      await store.put(changes.map((change) => [CHANGE + change.id, record(change)]));
    },
    remove: async (ids) => {
      await store.remove(ids.map((id) => CHANGE + id));
    },
    putMark: (mark) => store.put([[MARK + mark.rowId, { version: STORED_VERSION, mark }]]),
    removeMark: (rowId) => store.remove([MARK + rowId]),
  };
};
