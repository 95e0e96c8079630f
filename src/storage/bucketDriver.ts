import type localforage from 'localforage';
import type { ListId } from '../contract/ids';
import { isObject } from '../contract/records';
import type { Base, ServerRows } from '../sync/syncState';
import { type IndexedDatabase, indexedDatabase } from './indexedDatabase';

/**
 * A localforage driver for the stored base: one IndexedDB value per list instead of one for everything, so that an edit in one
 * list never rewrites the others. All values of one `setItem` go in one transaction: base on disk is always one moment's base.
 * A bucket is written when its object is another one than last time; base is immutable, so identity tells.
 */
export const BUCKET_DRIVER = 'listyBuckets';

const STORE = 'items';

interface Stored {
  readonly base?: Base;
}

interface Handle {
  readonly database: IndexedDatabase;
  /** The buckets as this page last wrote or read them. */
  readonly written: Map<string, ServerRows>;
  /** Those that this page knows of, also from writes that still run: they may be on disk. */
  readonly named: Set<string>;
  /** How often what was believed of the disk turned out to be void. */
  voided: number;
}

type Options = Parameters<typeof localforage.createInstance>[0];

/** localforage calls driver methods on the instance; the open database hangs on it. */
interface Instance {
  handle?: Handle;
}

const bucketPrefix = (key: string): string => `${key}/`;
const bucketsRange = (key: string): IDBKeyRange => IDBKeyRange.bound(bucketPrefix(key), `${bucketPrefix(key)}\uffff`);

const forget = (handle: Handle): void => {
  handle.written.clear();
  handle.named.clear();
  handle.voided += 1;
};

const believe = (handle: Handle, buckets: readonly (readonly [string, ServerRows])[]): void => {
  handle.written.clear();
  for (const [listId, rows] of buckets) {
    handle.written.set(listId, rows);
    handle.named.add(listId);
  }
};

const writeBuckets = async (handle: Handle, key: string, value: unknown): Promise<void> => {
  const { base, ...rest } = (isObject(value) ? value : {}) as Stored & Record<string, unknown>;
  const buckets = Object.entries<ServerRows>(base?.items ?? {});
  const current = new Set(buckets.map(([listId]) => listId));
  let { voided } = handle;
  await handle.database.transact('readwrite', (store) => {
    // Asked for here: where a closed connection costs the first try, nothing is known any more at the second.
    voided = handle.voided;
    // Before this page has written or read any, it is not known which buckets an earlier one left; all are written then.
    if (handle.written.size === 0) store.delete(bucketsRange(key));
    store.put({ ...rest, base: base && { ...base, items: {} } }, key);
    for (const [listId, rows] of buckets) {
      if (handle.written.get(listId) !== rows) store.put(rows, bucketPrefix(key) + listId);
      handle.named.add(listId);
    }
    for (const listId of handle.named) if (!current.has(listId)) store.delete(bucketPrefix(key) + listId);
    return () => undefined;
  });
  // The database may have gone under the write.
  if (voided === handle.voided) believe(handle, buckets);
};

const readBuckets = (handle: Handle, key: string): Promise<unknown> =>
  handle.database.transact('readonly', (store) => {
    const head = store.get(key);
    const keys = store.getAllKeys(bucketsRange(key));
    const rows = store.getAll(bucketsRange(key));
    return () => {
      const value: unknown = head.result;
      if (!isObject(value) || !isObject(value.base)) return value ?? null;
      const items: Record<ListId, ServerRows> = {};
      keys.result.forEach((stored, index) => {
        const listId = String(stored).slice(bucketPrefix(key).length) as ListId;
        items[listId] = rows.result[index] as ServerRows;
      });
      believe(handle, Object.entries<ServerRows>(items));
      return { ...value, base: { ...value.base, items } };
    };
  });

const handleOf = (instance: Instance): Handle => {
  if (!instance.handle) throw new Error('bucket driver used before _initStorage');
  return instance.handle;
};

const unsupported = (): Promise<never> => Promise.reject(new Error('not offered by the bucket driver'));

/** Registered once with `localforage.defineDriver`. Only whole values are read and written; there is nothing to iterate. */
export const bucketDriver = {
  _driver: BUCKET_DRIVER,
  _support: true,
  _initStorage(this: Instance, options: Options) {
    const database = indexedDatabase(options.name ?? 'listy', STORE, () => forget(handle));
    const handle: Handle = { database, written: new Map(), named: new Set(), voided: 0 };
    this.handle = handle;
    return Promise.resolve();
  },
  getItem(this: Instance, key: string) {
    return readBuckets(handleOf(this), key);
  },
  async setItem<Value>(this: Instance, key: string, value: Value): Promise<Value> {
    await writeBuckets(handleOf(this), key, value);
    return value;
  },
  async removeItem(this: Instance, key: string): Promise<void> {
    const handle = handleOf(this);
    forget(handle);
    await handle.database.transact('readwrite', (store) => {
      store.delete(key);
      store.delete(bucketsRange(key));
      return () => undefined;
    });
  },
  async clear(this: Instance): Promise<void> {
    const handle = handleOf(this);
    forget(handle);
    await handle.database.transact('readwrite', (store) => {
      store.clear();
      return () => undefined;
    });
  },
  iterate: unsupported,
  key: unsupported,
  keys: unsupported,
  length: unsupported,
};
