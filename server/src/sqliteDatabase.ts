import BetterSqlite from 'better-sqlite3';
import { SqliteDialect, type SqliteStatement } from 'kysely';

const STATEMENTS_KEPT = 200;

/**
 * One SQLite file (or `:memory:`) as a Kysely dialect. Answers are on the disk before they are given: WAL with
 * `synchronous=FULL` syncs the log at each commit. Statements are kept, because preparing one costs more than running it.
 */
export const sqliteDialect = (file: string): SqliteDialect => {
  const raw = new BetterSqlite(file);
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('busy_timeout = 5000');
  // Each checkpoint syncs the whole file: fewer of them, over a log of 16 MB, cost a busy server less.
  raw.pragma('wal_autocheckpoint = 4000');
  const kept = new Map<string, SqliteStatement>();
  return new SqliteDialect({
    database: {
      close: () => raw.close(),
      prepare: (sql) => {
        const known = kept.get(sql);
        if (known) return known;
        // better-sqlite3 types its parameters as mutable; it does not change them.
        const made = raw.prepare(sql) as unknown as SqliteStatement;
        if (kept.size >= STATEMENTS_KEPT) kept.clear();
        kept.set(sql, made);
        return made;
      },
    },
  });
};
