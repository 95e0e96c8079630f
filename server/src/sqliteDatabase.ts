import { statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect, type SqliteStatement } from 'kysely';
import { DatabaseFault } from './databaseFault';
import { emptyLog, logKindOf, logOf } from './sqliteLog';

const STATEMENTS_KEPT = 200;
/** A checkpoint syncs the whole file, so a log of up to 16 MB makes them rare. */
const LONGEST_LOG = 16 * 1024 * 1024;

/**
 * Error codes of a SQLite that cannot serve: the disk is full, broken or read-only, or another writer takes too long.
 */
const UNABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB)/;

const asFault = (error: unknown): unknown =>
  UNABLE.test(String((error as { code?: unknown }).code)) ? new DatabaseFault(error) : error;

const withFaults = <T>(ask: () => T): T => {
  try {
    return ask();
  } catch (error) {
    throw asFault(error);
  }
};

/** Checks a database with its log without writing to either. */
const isWhole = (file: string): boolean => {
  const raw = new BetterSqlite(file, { readonly: true });
  try {
    return raw.pragma('integrity_check(1)', { simple: true }) === 'ok';
  } catch {
    return false;
  } finally {
    raw.close();
  }
};

/** @throws when the log belongs to another file: SQLite would replay it and break the data */
const refuseForeignLog = (file: string): void => {
  const kind = logKindOf(file);
  if (kind === 'none' || kind === 'belongs' || (kind === 'unknown' && isWhole(file))) return;
  throw new Error(
    `the log ${logOf(file)} does not belong to the file beside it, so a copy was put in its place while the log was there; ` +
      'move the log away to use that copy, and next time use "listy restore"',
  );
};

/** Which file is at a path now; null if none can be read there. */
const fileAt = (path: string): string | null => {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
};

/** The database with its log, as they are at their paths. */
const filesAt = (file: string): string => `${fileAt(file)} ${fileAt(logOf(file))}`;

/** How long SQLite waits for another process, in ms. The server answers nobody meanwhile. */
const BUSY_MS = 1000;
/** Takes the lock for writing at once, because SQLite does not wait for it in a transaction that has read before. */
const BEGIN = 'begin immediate';

/** A full disk or a reader may prevent it. Then it is tried again after the next commit; nothing is lost by that. */
const tryToEmptyLog = (raw: BetterSqlite.Database): boolean => {
  try {
    emptyLog(raw);
    return true;
  } catch {
    return false;
  }
};

/** Does not wait for a reader: a backup may read for a long time, and each commit would stop the server. */
const tryToEmptyLogNow = (raw: BetterSqlite.Database): void => {
  raw.pragma('busy_timeout = 0');
  tryToEmptyLog(raw);
  raw.pragma(`busy_timeout = ${BUSY_MS}`);
};

const openFile = (file: string): BetterSqlite.Database => {
  const isInMemory = file === ':memory:';
  if (!isInMemory) refuseForeignLog(file);
  const raw = new BetterSqlite(file);
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma(`busy_timeout = ${BUSY_MS}`);
  // Every log must begin with the file's generation, so only `emptyLog` may checkpoint.
  raw.pragma('wal_autocheckpoint = 0');
  if (!isInMemory) tryToEmptyLog(raw);
  return raw;
};

/**
 * A SQLite file (or `:memory:`) as a Kysely dialect. Data are on disk before an answer: WAL with `synchronous=FULL`
 * syncs the log at each commit. Statements are cached, because preparing one costs more than running it.
 */
export const sqliteDialect = (file: string): SqliteDialect => {
  const raw = openFile(file);
  const opened = filesAt(file);
  /** SQLite goes on writing to files that were moved or deleted. Their rows would be missing after a restart. */
  const requireInPlace = (): void => {
    if (filesAt(file) === opened) return;
    throw new DatabaseFault(new Error(`${file} or its log was moved or deleted while the server runs`));
  };
  const isLogLong = () => (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > LONGEST_LOG;

  const prepareStatement = (sql: string): SqliteStatement => {
    // better-sqlite3 declares its parameters as mutable but does not change them.
    const made = withFaults(() => raw.prepare(sql === 'begin' ? BEGIN : sql)) as unknown as SqliteStatement;
    const run: SqliteStatement['run'] = (parameters) => {
      // A full disk ends the transaction by itself. A second rollback would fail and hide the first error.
      if (sql === 'rollback' && !raw.inTransaction) return { changes: 0, lastInsertRowid: 0 };
      if (sql === 'commit') requireInPlace();
      const done = withFaults(() => made.run(parameters));
      if (sql === 'commit' && isLogLong()) tryToEmptyLogNow(raw);
      return done;
    };
    return {
      reader: made.reader,
      all: (parameters) => withFaults(() => made.all(parameters)),
      iterate: (parameters) => made.iterate(parameters),
      run,
    };
  };

  const kept = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known) return known;
    const made = prepareStatement(sql);
    if (kept.size >= STATEMENTS_KEPT) kept.clear();
    kept.set(sql, made);
    return made;
  };
  return new SqliteDialect({ database: { close: () => raw.close(), prepare } });
};
