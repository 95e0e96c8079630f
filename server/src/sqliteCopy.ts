import BetterSqlite from 'better-sqlite3';
import { NEWEST_VERSION } from './migrate';
import { renewGeneration } from './sqliteLog';
import { StartUpError } from './startUpError';

/** The counts of a copy's content. */
export interface Contents {
  readonly users: number;
  readonly lists: number;
  readonly items: number;
  readonly version: number;
  /** The time of the last change; 0 without any. */
  readonly lastChange: number;
}

const numberOf = (raw: BetterSqlite.Database, sql: string): number => Number(raw.prepare(sql).pluck().get() ?? 0);

const contentsOf = (raw: BetterSqlite.Database): Contents => ({
  users: numberOf(raw, 'select count(*) from users'),
  lists: numberOf(raw, 'select count(*) from lists where deleted_at is null'),
  items: numberOf(raw, 'select count(*) from items where deleted_at is null'),
  version: numberOf(raw, 'select version from schema_version'),
  lastChange: numberOf(raw, 'select max(clock) from users'),
});

const check = (raw: BetterSqlite.Database): Contents => {
  const found = raw.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new Error(String(found));
  if ((raw.pragma('foreign_key_check') as unknown[]).length > 0) throw new Error('rows of a user who is not there');
  const contents = contentsOf(raw);
  if (contents.version >= 1 && contents.version <= NEWEST_VERSION) return contents;
  throw new Error(`it has version ${contents.version}, this release knows 1 to ${NEWEST_VERSION}`);
};

/**
 * Checks a whole copy of the data, and turns it into one file without a log and with its own generation.
 * @throws StartUpError when the copy is broken, not Listy's, or of a newer release
 */
export const checkCopy = (file: string, shownAs: string): Contents => {
  try {
    const raw = new BetterSqlite(file, { fileMustExist: true });
    try {
      const contents = check(raw);
      raw.pragma('journal_mode = DELETE');
      renewGeneration(raw);
      return contents;
    } finally {
      raw.close();
    }
  } catch (error) {
    throw new StartUpError(`${shownAs} is no copy that can be used: ${(error as Error).message}`);
  }
};

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The content as a sentence. */
export const sentenceOf = ({ users, lists, items, lastChange }: Contents): string => {
  const last = lastChange === 0 ? 'no change yet' : `last change ${new Date(lastChange).toISOString()}`;
  return `${counted(users, 'account')}, ${counted(lists, 'list')}, ${counted(items, 'item')}, ${last}`;
};
