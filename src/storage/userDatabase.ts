import type { ChangeId, RowId, UserId } from '../contract/ids';
import { COLLECTIONS, isObject } from '../contract/records';
import { withStoredMark } from '../sync/markRow';
import { insertChanges } from '../sync/record';
import { type Base, type Change, emptyLog, type Log, type Mark, type WriteKey } from '../sync/syncState';
import { BASE_STORES, type BaseRecords, makeBaseRecords, type StoredEntries } from './baseRecords';
import { indexedDatabase } from './indexedDatabase';
import { userDatabaseName } from './storageKeys';

/**
 * All that is stored of one user, in one database: base, the changes that have not left yet, and the marks of the writes that are
 * unanswered. What belongs together is written in one transaction, so that a kill leaves all of it or nothing.
 */
export interface UserDatabase {
  /** Rejects when the database cannot be opened. */
  open(): Promise<void>;
  /** All of one moment. Damaged records are left where they are and counted, never guessed at. */
  read(what: 'log' | 'all'): Promise<Stored>;
  /** Writes in one transaction, in the order of the calls; rejects when nothing of it was written. */
  commit(write: DiskWrite): Promise<void>;
}

export interface Stored {
  /** Null where there is none, or where only the log was asked for. */
  readonly base: Base | null;
  readonly log: Log;
  /** The name of the database: another name is another database, made anew. */
  readonly device: string;
  readonly damaged: number;
}

/** The marks of a row, by the keys of their writes. */
export interface RowMarks {
  readonly rowId: RowId;
  readonly markKeys: readonly WriteKey[];
}

/** One transaction. */
export interface DiskWrite {
  readonly changes?: readonly Change[];
  readonly marks?: readonly Mark[];
  /** Base as it is now; what of it the disk has already is not written again. */
  readonly base?: Base;
  readonly removedChanges?: readonly ChangeId[];
  readonly removedMarks?: readonly RowMarks[];
}

const STORES = [...BASE_STORES, 'changes', 'writes'] as const;
const DEVICE = 'device';

const isFields = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((field) => typeof field === 'string' || typeof field === 'boolean');

const hasPlace = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value.rowId === 'string' &&
  typeof value.listId === 'string' &&
  COLLECTIONS.some((collection) => collection === value.collection);

const isChange = (value: unknown): value is Change =>
  isObject(value) &&
  typeof value.id === 'string' &&
  hasPlace(value) &&
  isFields(value.data) &&
  (value.type === 'insert' || value.type === 'update' || value.type === 'remove');

const isMark = (value: unknown): value is Mark =>
  isObject(value) &&
  typeof value.key === 'string' &&
  hasPlace(value) &&
  isFields(value.fields) &&
  Array.isArray(value.changeIds);

/** A mark is named after row and key, so that an answer takes away its own marks and no other tab's. */
const markName = (rowId: RowId, key: WriteKey): string => `${rowId}/${key}`;

type Entry = readonly [key: string, value: unknown];

/** Requests all entries of a store; what it returns reads them. */
const entriesOf = (store: IDBObjectStore): (() => readonly Entry[]) => {
  const keys = store.getAllKeys();
  const values = store.getAll();
  return () => keys.result.map((key, index): Entry => [String(key), values.result[index]]);
};

const logOf = (changes: readonly Entry[], writes: readonly Entry[]): Pick<Stored, 'log' | 'damaged'> => {
  const good = changes.flatMap(([, value]) => (isChange(value) ? [value] : []));
  const marks = writes.flatMap(([, value]) => (isMark(value) ? [value] : []));
  const log = marks.reduce(withStoredMark, insertChanges(emptyLog, good));
  return { log, damaged: changes.length + writes.length - good.length - marks.length };
};

const putBase = (
  store: (name: string) => IDBObjectStore,
  { isWhole, records }: ReturnType<BaseRecords['differences']>,
): void => {
  if (isWhole) {
    store('lists').clear();
    store('items').clear();
  }
  for (const record of records) {
    if (record.value === undefined) store(record.store).delete(record.key);
    else store(record.store).put(record.value, record.key);
  }
};

const putLog = (store: (name: string) => IDBObjectStore, write: DiskWrite): void => {
  for (const id of write.removedChanges ?? []) store('changes').delete(id);
  for (const { rowId, markKeys } of write.removedMarks ?? [])
    for (const key of markKeys) store('writes').delete(markName(rowId, key));
  for (const change of write.changes ?? []) store('changes').put(change, change.id);
  for (const mark of write.marks ?? []) store('writes').put(mark, markName(mark.rowId, mark.key));
};

/**
 * Opens a user's database.
 * @param newId names a new one
 */
export const openUserDatabase = (user: UserId, newId: () => string): UserDatabase => {
  const known = makeBaseRecords();
  const database = indexedDatabase({
    name: userDatabaseName(user),
    stores: STORES,
    onCreated: (store) => store('meta').put(newId(), DEVICE),
    onClosed: known.forget,
  });
  let newestBase: Base | null = null;

  return {
    open: database.open,
    read: (what) =>
      database.transact('readonly', (store) => {
        const [changes, writes] = [entriesOf(store('changes')), entriesOf(store('writes'))];
        const device = store('meta').get(DEVICE);
        const base = what === 'all' ? BASE_STORES.map((name) => [name, entriesOf(store(name))] as const) : [];
        return () => ({
          ...logOf(changes(), writes()),
          device: String(device.result),
          base: base.length
            ? known.take(Object.fromEntries(base.map(([name, read]) => [name, read()])) as unknown as StoredEntries)
            : null,
        });
      }),
    commit: async (write) => {
      if (write.base) newestBase = write.base;
      const tried: ReturnType<BaseRecords['differences']>[] = [];
      try {
        await database.transact('readwrite', (store) => {
          if (write.base && newestBase) {
            // A second try on a new connection may come after a newer write, and must not take that back.
            const differences = known.differences(newestBase);
            tried.push(differences);
            putBase(store, differences);
          }
          putLog(store, write);
          return () => undefined;
        });
      } catch (error) {
        for (const { isWhole, records } of tried) {
          if (isWhole) known.forget();
          else known.doubt(records);
        }
        throw error;
      }
    },
  };
};
