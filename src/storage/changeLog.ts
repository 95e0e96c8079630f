import type { ChangeId, RowId, UserId } from '../contract/ids';
import { COLLECTIONS, isObject } from '../contract/records';
import { withStoredMark, writeKey } from '../sync/markRow';
import { insertChanges } from '../sync/record';
import { type Change, emptyLog, type Log, type Mark, type WriteKey } from '../sync/syncState';
import { openRecordStore } from './recordDriver';
import { logDatabase, STORED_VERSION } from './storageKeys';

/**
 * The log on disk: one record per change, one put when it is made, and nothing is ever rewritten around it. Only the tab that
 * made a change writes it; only who settled it, or heard that somebody had, removes it.
 */
export interface ChangeLog {
  /** Rejects when the database cannot be opened. */
  open(): Promise<void>;
  /** Damaged records are left where they are and counted, never guessed at. */
  read(): Promise<StoredChanges>;
  append(changes: readonly Change[]): Promise<void>;
  /** Takes changes off the disk, and with them, all or none, the marks of the writes that were answered. */
  remove(ids: readonly ChangeId[], answered?: readonly Answered[]): Promise<void>;
  /** Takes the place of the row's marks under these keys, and of no other: who wrote that knows why it stands. */
  putMark(mark: Mark, replaced?: readonly WriteKey[]): Promise<void>;
}

export interface StoredChanges {
  readonly log: Log;
  /** The name of the disk; null where it has none yet, and is too full for one. */
  readonly device: string | null;
  readonly damaged: number;
}

/** The writes of a row that were answered, by the keys they went under. */
export interface Answered {
  readonly rowId: RowId;
  readonly markKeys: readonly WriteKey[];
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
const withKey = (mark: Mark): Mark => ({ ...mark, key: mark.key ?? writeKey(mark.changeIds) });

const parseMark = (stored: unknown): Mark | null =>
  isObject(stored) &&
  isObject(stored.mark) &&
  hasPlace(stored.mark) &&
  isFields(stored.mark.fields) &&
  Array.isArray(stored.mark.changeIds)
    ? withKey(stored.mark as unknown as Mark)
    : null;

/**
 * A mark's record is named after row and key: so it can be taken away unread, without what another tab marked in that very
 * moment. An earlier build named it after the row alone.
 */
const markRecords = (rowId: RowId, keys: readonly WriteKey[]): readonly string[] =>
  keys.length ? [MARK + rowId, ...keys.map((key) => `${MARK}${rowId}/${key}`)] : [];

/**
 * Opens a user's log.
 * @param newId makes the device id, once per database: a wiped database is a new device
 */
export const openChangeLog = (user: UserId, newId: () => string): ChangeLog => {
  const store = openRecordStore(logDatabase(user), 'changes');

  /**
   * The records, and one of them names the device. They are handed over in the turn in which the disk told of them: whoever
   * corrects them by what was written meanwhile knows of that until then, and not for longer.
   */
  const readNamed = async (): Promise<ReadonlyMap<string, unknown>> => {
    const read = new Map(await store.read());
    if (typeof read.get(DEVICE) === 'string') return read;
    // Two tabs may open a new disk together: the first name stands. A disk too full for one can be read all the same.
    const device = await store.claim(DEVICE, newId()).catch(() => null);
    return device === null ? read : new Map([...(await store.read()), [DEVICE, device]]);
  };

  return {
    open: store.open,
    read: async () => {
      const changes: Change[] = [];
      const marks: Mark[] = [];
      let damaged = 0;
      const records = await readNamed();
      for (const [key, value] of records) {
        if (key.startsWith(CHANGE)) {
          const change = parseChange(value);
          if (change) changes.push(change);
          else damaged += 1;
        } else if (key.startsWith(MARK)) {
          const mark = parseMark(value);
          if (mark) marks.push(mark);
          else damaged += 1;
        }
      }
      const name = records.get(DEVICE);
      const device = typeof name === 'string' ? name : null;
      const log = marks.reduce(withStoredMark, insertChanges(emptyLog, changes));
      return { log, device, damaged };
    },
    append: async (changes) => {
      const record = (change: Change): StoredChange => ({ version: STORED_VERSION, change });
      await store.put(changes.map((change) => [CHANGE + change.id, record(change)]));
    },
    remove: (ids, answered = []) =>
      store.remove([
        ...ids.map((id) => CHANGE + id),
        ...answered.flatMap(({ rowId, markKeys }) => markRecords(rowId, markKeys)),
      ]),
    putMark: (mark, replaced = []) => {
      const entry = [`${MARK}${mark.rowId}/${mark.key}`, { version: STORED_VERSION, mark }] as const;
      return store.put([entry], markRecords(mark.rowId, replaced));
    },
  };
};
