import type { Kysely } from 'kysely';
import type { Work } from './groupCommit';
import type { Tables } from './tables';

export type Dialect = 'sqlite' | 'postgres';

/**
 * The one store, on SQLite or PostgreSQL. All that differs between the two is decided here: how a write becomes a
 * transaction, how a user's row is locked, and how other processes hear of a write.
 */
export interface Database {
  readonly dialect: Dialect;
  readonly db: Kysely<Tables>;
  /**
   * Runs the work in a transaction and resolves after the commit; whatever the work throws takes back all it wrote.
   * @param writer the id of the user whose row the work locks, or refers to. On PostgreSQL only one write of each holds a connection.
   */
  write<T>(work: Work<T>, writer?: number): Promise<T>;
  /** As `write`, for work that may take long: other limits of time do not hold. */
  maintain<T>(work: Work<T>): Promise<T>;
  /** Tells that the server accepted a connection, so that others that wait to be accepted are let in before the next commit. */
  noteConnection(): void;
  /** How much work waits for its turn at the database. */
  waiting(): number;
  /** Tells the other processes that some users' event logs grew; nothing to do where there is one process only. */
  announce(userIds: readonly number[]): void;
  /** Calls back when another process announced (user ids), or when announcements may have been missed (null). */
  onAnnounced(listener: (userIds: readonly number[] | null) => void): void;
  /** Finds out within two seconds whether the database takes a write. @throws DatabaseFault when it does not */
  probe(): Promise<void>;
  close(): Promise<void>;
}
