import type { Kysely } from 'kysely';
import type { Work } from './groupCommit';
import type { Tables } from './tables';

export type Dialect = 'sqlite' | 'postgres';

/**
 * The database, SQLite or PostgreSQL. All differences are hidden here: how a write becomes a transaction, how a user's
 * row is locked, and how other processes learn of a write.
 */
export interface Database {
  readonly dialect: Dialect;
  readonly db: Kysely<Tables>;
  /**
   * Runs the work in a transaction and resolves after the commit. If the work throws, all of it is rolled back.
   * @param writer the id of the user whose row the work locks or refers to. On PostgreSQL only one write of each user
   * holds a connection at a time.
   */
  write<T>(work: Work<T>, writer?: number): Promise<T>;
  /** Like `write`, without the usual time limits, for long work. */
  maintain<T>(work: Work<T>): Promise<T>;
  /**
   * Called when the server accepts a connection. The next commit then waits, so that other waiting connections are
   * accepted first.
   */
  noteConnection(): void;
  /** The number of writes or requests that wait for the database. */
  waiting(): number;
  /** Tells other processes that some users' event logs grew; does nothing where there is one process only. */
  announce(userIds: readonly number[]): void;
  /** Calls back with user ids when another process announces, and with null when announcements may have been missed. */
  onAnnounced(listener: (userIds: readonly number[] | null) => void): void;
  /**
   * Checks within two seconds that the database takes a write.
   * @throws DatabaseFault when it does not
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}
