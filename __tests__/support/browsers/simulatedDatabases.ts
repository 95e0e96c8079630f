import type { Owner } from '../simulationScheduler';
import type { Happening } from './simulatedDiskQueue';

/**
 * IndexedDB, as far as `src/storage` uses it, on simulated disks. The disk queue decides when a transaction is carried out. A
 * page that is dead by then never gets the result.
 */
/** Values by store and key. */
export type Records = Map<string, Map<string, unknown>>;

/** The connection of one page or worker to its disk. */
export interface Client {
  readonly owner: Owner;
  /** Hands a task over. The disk carries it out in its turn; its result is a function that tells the page in a later turn. */
  hand(database: string, written: readonly string[], happening: Happening): void;
  /** The records of a database; null if it does not exist yet. */
  find(database: string): Records | null;
  create(database: string): Records;
  /** The error with which the disk refuses; null if it does not refuse. */
  refusal(isWrite: boolean): DOMException | null;
  /** Called when a transaction was carried out, with the names of the records that it put and deleted. */
  onHappened(database: string, written: readonly string[], deleted: readonly string[]): void;
}

interface Request {
  result: unknown;
}

interface Step {
  readonly request: Request;
  readonly key: string | null;
  readonly kind: 'read' | 'put' | 'delete';
  run(records: Records): unknown;
}

/** Copies plain data only, which is faster than `structuredClone`. */
const copyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name]);
  return copy;
};

/** The name of a written record. */
const nameIn = (store: string, key: string): string => `${store}:${key}`;

export const valueIn = (records: Records, store: string, key: string): unknown => records.get(store)?.get(key);

const put = (records: Records, store: string, key: string, value: unknown): void => {
  const known = records.get(store) ?? new Map<string, unknown>();
  records.set(store, known.set(key, value));
};

/** The keys of a store in a range, in order. */
export const keysIn = (records: Records, store: string, range?: Range): string[] => {
  const keys = [...(records.get(store)?.keys() ?? [])];
  const inRange = range ? keys.filter((key) => Number(key) > range.after && Number(key) <= range.upTo) : keys;
  return inRange.sort();
};

/** Keys that are numbers have this length, so that they sort as text. */
const DIGITS = 9;

/** The next key of a store that numbers its records. No number is used twice. */
const nextKey = (records: Records, store: string): string => {
  const last = Number(valueIn(records, 'numbers', store) ?? 0);
  put(records, 'numbers', store, last + 1);
  return String(last + 1).padStart(DIGITS, '0');
};

/** The numbers greater than `after` and up to `upTo`. */
interface Range {
  readonly after: number;
  readonly upTo: number;
}

const keyRange = {
  lowerBound: (after: number): Range => ({ after, upTo: Number.POSITIVE_INFINITY }),
  upperBound: (upTo: number): Range => ({ after: Number.NEGATIVE_INFINITY, upTo }),
};

const makeTransaction = (client: Client, database: string, isOpen: () => boolean) => {
  const steps: Step[] = [];
  const step = (kind: Step['kind'], key: string | null, run: Step['run']): Request => {
    const request: Request = { result: undefined };
    steps.push({ request, key, kind, run });
    return request;
  };
  const objectStore = (store: string) => ({
    put: (value: unknown, key?: string) => {
      const copy = copyOf(value);
      if (key === undefined) return step('put', null, (records) => put(records, store, nextKey(records, store), copy));
      return step('put', nameIn(store, key), (records) => put(records, store, key, copy));
    },
    delete: (key: string | Range) =>
      step('delete', typeof key === 'string' ? nameIn(store, key) : null, (records) => {
        for (const one of typeof key === 'string' ? [key] : keysIn(records, store, key))
          records.get(store)?.delete(one);
      }),
    clear: () => step('delete', null, (records) => void records.delete(store)),
    get: (key: string) => step('read', key, (records) => copyOf(valueIn(records, store, key))),
    getAllKeys: (range?: Range) => step('read', null, (records) => keysIn(records, store, range)),
    getAll: (range?: Range) =>
      step('read', null, (records) => keysIn(records, store, range).map((key) => copyOf(valueIn(records, store, key)))),
  });

  const refused = (error: DOMException) => () => {
    transaction.error = error;
    transaction.onabort?.();
  };
  const namesOf = (of: Step['kind']) => steps.flatMap(({ kind, key }) => (kind === of ? (key ?? []) : []));
  const written = () => namesOf('put');
  const happen: Happening = () => {
    const records = client.find(database);
    if (!isOpen() || !records) return refused(new DOMException('The connection was closed.', 'AbortError'));
    const refusal = client.refusal(written().length > 0);
    if (refusal) return refused(refusal);
    for (const { request, run } of steps) request.result = run(records);
    client.onHappened(database, written(), namesOf('delete'));
    return () => transaction.oncomplete?.();
  };

  const transaction = {
    error: null as DOMException | null,
    oncomplete: null as (() => void) | null,
    onabort: null as (() => void) | null,
    onerror: null as ((event: { target: { error: DOMException } }) => void) | null,
    objectStore,
    commit: () => client.hand(database, written(), happen),
    abort: () => undefined,
  };
  return transaction;
};

export type Connection = ReturnType<typeof makeConnection>;

const makeConnection = (client: Client, database: string, isNew: boolean) => {
  let isOpen = true;
  let isLost = false;
  const created = new Set<string>();
  const connection = {
    version: 1,
    onclose: null as (() => void) | null,
    onversionchange: null as (() => void) | null,
    objectStoreNames: { contains: (store: string) => !isNew || created.has(store) },
    /** Used only while a new database is created. */
    createObjectStore: (store: string) => {
      created.add(store);
      return {
        put: (value: unknown, key: string) => {
          const records = client.find(database);
          if (records) put(records, store, key, copyOf(value));
        },
      };
    },
    transaction: () => {
      if (!isOpen) throw new DOMException('The database connection is closing.', 'InvalidStateError');
      return makeTransaction(client, database, () => !isLost);
    },
    /** Running transactions are still carried out. */
    close: (): void => {
      isOpen = false;
    },
    /** The browser closes it, and running transactions fail. */
    lose: (): void => {
      isOpen = false;
      isLost = true;
      connection.onclose?.();
    },
  };
  return connection;
};

/** Opens a database like `indexedDB.open`; `onOpened` is called with each connection. */
const requestDatabase = (client: Client, database: string, onOpened: (opened: Connection) => void) => {
  const request = {
    result: null as Connection | null,
    error: null as DOMException | null,
    onupgradeneeded: null as ((event: { oldVersion: number }) => void) | null,
    onsuccess: null as (() => void) | null,
    onerror: null as (() => void) | null,
    onblocked: null as (() => void) | null,
  };
  client.hand(database, [], () => {
    const refusal = client.refusal(false);
    if (refusal) {
      return () => {
        request.error = refusal;
        request.onerror?.();
      };
    }
    const isNew = client.find(database) === null;
    const connection = makeConnection(client, database, isNew);
    request.result = connection;
    if (isNew) {
      client.create(database);
      request.onupgradeneeded?.({ oldVersion: 0 });
    }
    return () => {
      onOpened(connection);
      request.onsuccess?.();
    };
  });
  return request;
};

/** Connects the product's `indexedDB` to the disk of the page. The name of the database says which page opens it. */
export const makeDatabases = () => {
  const clients: { readonly client: Client; readonly onOpened: (opened: Connection) => void }[] = [];
  const real = { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange };
  const open = (asked: string) => {
    const [, kind = '', index = '', name = ''] = /^(\D*)(\d+)~(.*)$/.exec(asked) ?? [];
    const joined = clients[Number(index)];
    if (!joined) throw new Error(`nobody opens ${asked}`);
    return requestDatabase(joined.client, kind + name, joined.onOpened);
  };
  return {
    /** Returns a function that adds the page to the name of a user or a database. */
    join: (client: Client, onOpened: (opened: Connection) => void): ((name: string) => string) => {
      const index = clients.push({ client, onOpened }) - 1;
      return (name) => `${index}~${name}`;
    },
    install: (): void => {
      Object.assign(globalThis, { indexedDB: { open }, IDBKeyRange: keyRange });
    },
    uninstall: (): void => void Object.assign(globalThis, real),
  };
};

export type Databases = ReturnType<typeof makeDatabases>;
