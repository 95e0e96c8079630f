import localforage from 'localforage';
import { type IndexedDatabase, indexedDatabase } from './indexedDatabase';

/**
 * A localforage driver for small records that must not be lost: a write is handed to the browser whole, put and commit, before
 * the caller's turn ends. localforage's own driver commits only when the answer to the put is back, in a turn that a page which
 * is being left or killed no longer gets: a word typed just before a reload lost its last letters.
 */
const RECORD_DRIVER = 'listyRecords';

type Entry = readonly [key: string, value: unknown];

/** Several records are written in one transaction: all or none. */
export interface RecordStore {
  /** Rejects when the database cannot be opened; each call opens it where it is not. */
  open(): Promise<void>;
  read(): Promise<readonly Entry[]>;
  /** Writes the entries in the place of those that are `replaced`. */
  put(entries: readonly Entry[], replaced?: readonly string[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Writes the value unless there is one already; resolves with what stands. */
  claim(key: string, value: unknown): Promise<unknown>;
}

/** localforage calls driver methods on the instance; the open database hangs on it. */
interface Instance {
  records?: IndexedDatabase;
}

type Options = Parameters<typeof localforage.createInstance>[0];

const databaseOf = (instance: Instance): IndexedDatabase => {
  if (!instance.records) throw new Error('record driver used before _initStorage');
  return instance.records;
};

const nothing = (): void => undefined;
const unsupported = (): Promise<never> => Promise.reject(new Error('not offered by the record driver'));

const recordDriver = {
  _driver: RECORD_DRIVER,
  _support: true,
  _initStorage(this: Instance, { name = 'listy', storeName = 'records' }: Options) {
    this.records = indexedDatabase(name, storeName, nothing);
    return Promise.resolve();
  },
  openDatabase(this: Instance): Promise<void> {
    return databaseOf(this).open();
  },
  readEntries(this: Instance): Promise<readonly Entry[]> {
    return databaseOf(this).transact('readonly', (store) => {
      const keys = store.getAllKeys();
      const values = store.getAll();
      return () => keys.result.map((key, index): Entry => [String(key), values.result[index]]);
    });
  },
  putEntries(this: Instance, entries: readonly Entry[], replaced: readonly string[] = []): Promise<void> {
    return databaseOf(this).transact('readwrite', (store) => {
      for (const key of replaced) store.delete(key);
      for (const [key, value] of entries) store.put(value, key);
      return nothing;
    });
  },
  addEntry(this: Instance, [key, value]: Entry): Promise<void> {
    return databaseOf(this).transact('readwrite', (store) => {
      store.add(value, key);
      return nothing;
    });
  },
  removeKeys(this: Instance, keys: readonly string[]): Promise<void> {
    return recordDriver.putEntries.call(this, [], keys);
  },
  getItem(this: Instance, key: string): Promise<unknown> {
    return databaseOf(this).transact('readonly', (store) => {
      const request = store.get(key);
      return () => request.result ?? null;
    });
  },
  async setItem<Value>(this: Instance, key: string, value: Value): Promise<Value> {
    await recordDriver.putEntries.call(this, [[key, value]]);
    return value;
  },
  removeItem(this: Instance, key: string): Promise<void> {
    return recordDriver.removeKeys.call(this, [key]);
  },
  clear(this: Instance): Promise<void> {
    return databaseOf(this).transact('readwrite', (store) => {
      store.clear();
      return nothing;
    });
  },
  iterate: unsupported,
  key: unsupported,
  keys: unsupported,
  length: unsupported,
};

// Every method of a driver, also one that localforage has no name for, is put on the instance once it is ready.
type RecordInstance = LocalForage &
  Instance &
  Pick<typeof recordDriver, 'openDatabase' | 'readEntries' | 'putEntries' | 'addEntry' | 'removeKeys'>;

void localforage.defineDriver(recordDriver as unknown as Parameters<typeof localforage.defineDriver>[0]);

export const openRecordStore = (name: string, storeName: string): RecordStore => {
  const store = localforage.createInstance({ name, storeName, driver: RECORD_DRIVER }) as RecordInstance;
  let isReady = false;
  const ready = store.ready().then(() => {
    isReady = true;
  });
  /** Waits only the first time: see above. */
  const onStore = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    if (!isReady) await ready;
    return act();
  };
  return {
    open: () => onStore(() => store.openDatabase()),
    read: () => onStore(() => store.readEntries()),
    put: (entries, replaced) => onStore(() => store.putEntries(entries, replaced)),
    remove: (keys) => onStore(() => store.removeKeys(keys)),
    claim: async (key, value) => {
      const refusal = await onStore(() => store.addEntry([key, value])).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (!refusal) return value;
      // A transaction that asked for its commit cannot survive a failed add in every browser, so what stands is read in another.
      const standing = await onStore(() => store.getItem(key));
      if (standing === null) throw refusal.error;
      return standing;
    },
  };
};
