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
  /** The buckets as they are on disk; none that a write on its way may change. */
  readonly written: Map<string, ServerRows>;
  /** Those that this page knows of, also from writes that still run: they may be on disk. */
  readonly named: Set<string>;
  /** The last write that was to change a bucket, by its turn. */
  readonly changedIn: Map<string, number>;
  /** Counts what was asked of the disk; it happens in that order. */
  turn: number;
  /** What was learnt in earlier turns is void. */
  voidedIn: number;
  newest: unknown;
}

type Options = Parameters<typeof localforage.createInstance>[0];

/** localforage calls driver methods on the instance; the open database hangs on it. */
interface Instance {
  handle?: Handle;
}

const bucketPrefix = (key: string): string => `${key}/`;
const bucketsRange = (key: string): IDBKeyRange => IDBKeyRange.bound(bucketPrefix(key), `${bucketPrefix(key)}\uffff`);

const nextTurn = (handle: Handle): number => {
  handle.turn += 1;
  return handle.turn;
};

const forget = (handle: Handle): void => {
  handle.written.clear();
  handle.named.clear();
  handle.voidedIn = nextTurn(handle);
};

/** What was on disk in that turn is still there, unless it was void or changed since. */
const learn = (handle: Handle, turn: number, buckets: readonly (readonly [string, ServerRows])[]): void => {
  if (turn < handle.voidedIn) return;
  for (const [listId, rows] of buckets) {
    handle.named.add(listId);
    if ((handle.changedIn.get(listId) ?? 0) <= turn) handle.written.set(listId, rows);
  }
};

const writeBuckets = (handle: Handle, key: string, value: unknown): Promise<void> => {
  handle.newest = value;
  return handle.database.transact('readwrite', (store) => {
    const turn = nextTurn(handle);
    // A second try on a new connection may come after a newer write, and must not take it back.
    const { base, ...rest } = (isObject(handle.newest) ? handle.newest : {}) as Stored & Record<string, unknown>;
    const buckets = Object.entries<ServerRows>(base?.items ?? {});
    const fresh = buckets.filter(([listId, rows]) => handle.written.get(listId) !== rows);
    const current = new Set(buckets.map(([listId]) => listId));
    const left = [...handle.named].filter((listId) => !current.has(listId));
    // Before this page has written or read any, it is not known which buckets an earlier one left; all are written then.
    if (handle.written.size === 0) store.delete(bucketsRange(key));
    store.put({ ...rest, base: base && { ...base, items: {} } }, key);
    for (const [listId, rows] of fresh) store.put(rows, bucketPrefix(key) + listId);
    for (const listId of left) store.delete(bucketPrefix(key) + listId);
    // Until it is done nobody knows what stands there, and whoever writes meanwhile writes it too.
    for (const listId of [...fresh.map(([id]) => id), ...left]) {
      handle.changedIn.set(listId, turn);
      handle.written.delete(listId);
    }
    for (const listId of current) handle.named.add(listId);
    return () => learn(handle, turn, fresh);
  });
};

const readBuckets = (handle: Handle, key: string): Promise<unknown> =>
  handle.database.transact('readonly', (store) => {
    const turn = nextTurn(handle);
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
      // What this page wrote before may be another's by now.
      for (const [listId] of handle.written)
        if ((handle.changedIn.get(listId) ?? 0) < turn) handle.written.delete(listId);
      learn(handle, turn, Object.entries<ServerRows>(items));
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
    const handle: Handle = {
      database,
      written: new Map(),
      named: new Set(),
      changedIn: new Map(),
      turn: 0,
      voidedIn: 0,
      newest: null,
    };
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
