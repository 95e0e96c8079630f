import { isSilent, makePatience } from './patience';

/** One IndexedDB database with its stores, opened when first needed and again where the browser closed it under us. */
export interface IndexedDatabase {
  /** Rejects when it cannot be opened. */
  open(): Promise<void>;
  /**
   * Runs `work` in one transaction over all stores, which begins before this returns if the database is open. Resolves with what
   * `work`'s result gives once the transaction is complete; rejects when the disk refuses, or does not answer at all.
   *
   * `work` issues all its requests at once: the commit is asked for in the same breath. A transaction that waits for a turn of
   * its page happens only if the page lives; and WebKit keeps it open in a page that was left for another one and is kept for
   * the way back, where it holds up every later transaction of all pages for as long as that page is kept.
   */
  transact<Value>(mode: 'readonly' | 'readwrite', work: Work<Value>): Promise<Value>;
}

/** The stores by their names. */
export type Stores = (name: string) => IDBObjectStore;

/** Issues requests, and returns what reads their results once all is done. */
type Work<Value> = (store: Stores) => () => Value;

export interface DatabaseShape {
  readonly name: string;
  /** Grows with each new store; 1 unless given. */
  readonly version?: number;
  readonly stores: readonly string[];
  /** Stores that number what is put into them. */
  readonly numbered?: readonly string[];
  /** Puts what a new database begins with, in the transaction that makes it. */
  readonly onCreated?: (store: Stores) => void;
  /** What is remembered of the database may no longer be true. */
  readonly onClosed?: () => void;
}

const namesOf = ({ stores, numbered = [] }: DatabaseShape): readonly string[] => [...stores, ...numbered];

const opened = (request: IDBOpenDBRequest, shape: DatabaseShape): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onupgradeneeded = ({ oldVersion }) => {
      const missing = namesOf(shape).filter((name) => !request.result.objectStoreNames.contains(name));
      const made = new Map(
        missing.map((name) => {
          const autoIncrement = shape.numbered?.includes(name) ?? false;
          return [name, request.result.createObjectStore(name, { autoIncrement })];
        }),
      );
      if (oldVersion === 0) shape.onCreated?.((name) => made.get(name) as IDBObjectStore);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('database blocked'));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('transaction aborted'));
    // The transaction bears the error only when it is aborted, which comes after.
    transaction.onerror = ({ target }) => reject((target as IDBRequest).error);
  });

/** Issues the requests; where one of them cannot even be made, none of them counts. */
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
    const mine: Promise<IDBDatabase> = opened(indexedDB.open(shape.name, shape.version), shape).then(
      (database) => {
        // Nobody waits for it any more: it came too late.
        if (opening !== mine) {
          database.close();
          throw new DOMException('The database was opened again.', 'AbortError');
        }
        database.onclose = forget;
        database.onversionchange = () => {
          database.close();
          forget();
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
    // No wait where none is needed: a page that is being closed gets no further turn.
    const database = connection ?? (await open());
    const transaction = database.transaction([...namesOf(shape)], mode);
    const result = begin(transaction, work);
    transaction.commit();
    await finished(transaction);
    return result();
  };

  /** What it was waiting for, or what a new connection leads to, may be another database by now; and nothing is to come of it late. */
  const patientAttempt = async <Value>(mode: IDBTransactionMode, work: Work<Value>): Promise<Value> => {
    try {
      return await withPatience(attempt(mode, work));
    } catch (error) {
      if (isSilent(error) || isClosed(error)) forget();
      throw error;
    }
  };

  return {
    open: async () => {
      await withPatience(open());
    },
    transact: async (mode, work) => {
      try {
        return await patientAttempt(mode, work);
      } catch (error) {
        if (!isClosed(error)) throw error;
        // iOS closes connections in the background: once more on a new one.
        return patientAttempt(mode, work);
      }
    },
  };
};
