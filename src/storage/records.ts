import { indexedDatabase } from './indexedDatabase';

/** A small database of values by key. */
interface Records {
  read(): Promise<ReadonlyMap<string, unknown>>;
  put(key: string, value: unknown): Promise<void>;
  /** Puts the value in place of all values whose keys are not greater, in one transaction. */
  putOver(key: string, value: unknown): Promise<void>;
  /** Removes all values whose keys are not greater. */
  removeUpTo(key: string): Promise<void>;
}

export const openRecords = (name: string, storeName: string): Records => {
  const database = indexedDatabase({ name, stores: [storeName] });
  const write = (work: (store: IDBObjectStore) => void): Promise<void> =>
    database.transact('readwrite', (store) => {
      work(store(storeName));
      return () => undefined;
    });
  return {
    read: () =>
      database.transact('readonly', (store) => {
        const keys = store(storeName).getAllKeys();
        const values = store(storeName).getAll();
        return () => new Map(keys.result.map((key, index) => [String(key), values.result[index]]));
      }),
    put: (key, value) => write((store) => store.put(value, key)),
    putOver: (key, value) =>
      write((store) => {
        store.delete(IDBKeyRange.upperBound(key));
        store.put(value, key);
      }),
    removeUpTo: (key) => write((store) => store.delete(IDBKeyRange.upperBound(key))),
  };
};
