import { isSilent, makePatience } from './patience';

/** An IndexedDB database with its stores. It is opened when first needed, and again if the browser has closed it. */
export interface IndexedDatabase {
  /** Rejects when it cannot be opened. */
  open(): Promise<void>;
  /**
   * Runs `work` in one transaction over all stores. If the database is open, the transaction begins before this
   * returns. Resolves, once the transaction is complete, with the result of the function that `work` returned. Rejects
   * if the disk refuses or does not answer.
   *
   * `work` must issue all its requests at once, because the commit is requested in the same task. A transaction that
   * waits for a later task of its page is lost if the page is closed. And in WebKit, an open transaction of a page in
   * the back/forward cache blocks the later transactions of all pages.
   */
  transact<Value>(mode: 'readonly' | 'readwrite', work: Work<Value>): Promise<Value>;
  /** Closes the connection. Running transactions are still carried out. */
  close(): void;
}

/** Returns a store by its name. */
export type Stores = (name: string) => IDBObjectStore;

/** Issues requests, and returns a function that reads their results after the transaction. */
type Work<Value> = (store: Stores) => () => Value;

export interface DatabaseShape {
  readonly name: string;
  /** A build adds the stores that are missing. The records of a store keep their form, so that older builds go on. */
  readonly stores: readonly string[];
  /** Stores with automatic, increasing keys. */
  readonly numbered?: readonly string[];
  /** Writes the first records of a new database, in the transaction that creates it. */
  readonly onCreated?: (store: Stores) => void;
  /** The connection was lost, so cached knowledge of the database may be wrong. */
  readonly onClosed?: () => void;
}

const namesOf = ({ stores, numbered = [] }: DatabaseShape): readonly string[] => [...stores, ...numbered];

const missingStores = (database: IDBDatabase, shape: DatabaseShape): readonly string[] =>
  namesOf(shape).filter((name) => !database.objectStoreNames.contains(name));

/**
 * Opens the database in the version that it has, so that no build is too old for it. Missing stores are added in the
 * next version.
 */
const opened = (shape: DatabaseShape, version?: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(shape.name, version);
    request.onupgradeneeded = ({ oldVersion }) => {
      const made = new Map(
        missingStores(request.result, shape).map((name) => {
          const autoIncrement = shape.numbered?.includes(name) ?? false;
          return [name, request.result.createObjectStore(name, { autoIncrement })];
        }),
      );
      if (oldVersion === 0) shape.onCreated?.((name) => made.get(name) as IDBObjectStore);
    };
    request.onsuccess = () => {
      const database = request.result;
      if (missingStores(database, shape).length === 0) return resolve(database);
      database.close();
      resolve(opened(shape, database.version + 1));
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => {
      // It is opened as soon as the other connection is closed. Nobody waits for it then, and it would block others.
      request.onsuccess = () => request.result.close();
      reject(new Error('database blocked'));
    };
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('transaction aborted'));
    // `transaction.error` is set only at the abort, which happens later.
    transaction.onerror = ({ target }) => reject((target as IDBRequest).error);
  });

/** Issues the requests. If one of them throws, the transaction is aborted. */
const begin = <Value>(transaction: IDBTransaction, work: Work<Value>): (() => Value) => {
  try {
    return work((name) => transaction.objectStore(name));
  } catch (error) {
    transaction.abort();
    throw error;
  }
};

const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'AbortError');

export const indexedDatabase = (shape: DatabaseShape): IndexedDatabase => {
  let connection: IDBDatabase | null = null;
  let opening: Promise<IDBDatabase> | null = null;
  const withPatience = makePatience();

  const forget = (): void => {
    connection = null;
    opening = null;
    shape.onClosed?.();
  };

  const open = (): Promise<IDBDatabase> => {
    if (opening) return opening;
    const mine: Promise<IDBDatabase> = opened(shape).then(
      (database) => {
        // The connection came too late, and nobody waits for it any more.
        if (opening !== mine) {
          database.close();
          throw new DOMException('The database was opened again.', 'AbortError');
        }
        database.onclose = forget;
        database.onversionchange = ({ newVersion }) => {
          database.close();
          forget();
          // Opened again behind the upgrade, so that the next write needs no await. A deleted database is left alone.
          if (newVersion !== null) void open().catch(() => undefined);
        };
        connection = database;
        return database;
      },
      (error: unknown) => {
        if (opening === mine) opening = null;
        throw error;
      },
    );
    opening = mine;
    return mine;
  };

  const attempt = async <Value>(mode: IDBTransactionMode, work: Work<Value>): Promise<Value> => {
    // No await if the database is open, because a page that is being closed may run no further task.
    const database = connection ?? (await open());
    const transaction = database.transaction([...namesOf(shape)], mode);
    const result = begin(transaction, work);
    transaction.commit();
    await finished(transaction);
    return result();
  };

  /** After a timeout or a lost connection, drops the connection: its database may be another one now. */
  const transact = async <Value>(mode: IDBTransactionMode, work: Work<Value>, tries: number): Promise<Value> => {
    try {
      return await withPatience(attempt(mode, work));
    } catch (error) {
      if (isSilent(error) || isClosed(error)) forget();
      if (!isClosed(error) || tries === 1) throw error;
      return transact(mode, work, tries - 1);
    }
  };

  return {
    open: async () => {
      await withPatience(open());
    },
    // iOS closes connections in the background. One more try on a new connection.
    transact: (mode, work) => transact(mode, work, 2),
    close: () => {
      connection?.close();
      forget();
    },
  };
};
