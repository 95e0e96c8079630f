import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { databaseFileIn, FILE_MODE, giveToFolderOwner, prepareDataDir } from '../dataFolder';
import { type Contents, checkCopy, sentenceOf } from '../sqliteCopy';
import { logKindOf, logOf } from '../sqliteLog';
import { reasonOf, StartUpError } from '../startUpError';
import { syncToDisk } from './backup';
import { commandEnv, requireSqlite } from './commandEnv';
import { givenFile } from './usageError';

const isBusy = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

/**
 * Writes the old data's log into their file, so that one file holds everything. Broken data are left unchanged.
 * @returns the open file, which keeps a server from starting until it is closed
 * @throws StartUpError when a server has the file open
 */
const lockOldData = (file: string): BetterSqlite.Database => {
  const raw = new BetterSqlite(file, { timeout: 0 });
  try {
    // Locks before reading anything, so that a running server blocks us and we do not block it.
    raw.pragma('locking_mode = EXCLUSIVE');
    raw.exec('begin exclusive; commit');
    raw.pragma('journal_mode = DELETE');
  } catch (error) {
    if (isBusy(error)) {
      raw.close();
      throw new StartUpError('the server runs: stop it first');
    }
  }
  return raw;
};

const moveIfThere = (from: string, to: string): void => {
  if (existsSync(from)) renameSync(from, to);
};

/**
 * Makes a hard link, or a copy where links are not possible. So the file stays in place until the new one replaces it.
 */
const nameAlso = (file: string, other: string): void => {
  try {
    linkSync(file, other);
  } catch {
    copyFileSync(file, other);
  }
};

/** Replaces the old data by the new file, and keeps the old data under another name. */
const replace = (file: string, draft: string, aside: string): void => {
  // Opening the file would replay a log that belongs to another file.
  if (logKindOf(file) === 'foreign') moveIfThere(logOf(file), logOf(aside));
  let old: BetterSqlite.Database;
  try {
    old = lockOldData(file);
  } catch (error) {
    moveIfThere(logOf(aside), logOf(file));
    throw error;
  }
  try {
    moveIfThere(logOf(file), logOf(aside));
    rmSync(`${file}-shm`, { force: true });
    nameAlso(file, aside);
    renameSync(draft, file);
  } finally {
    old.close();
  }
};

const draftOf = (copy: string, file: string): { draft: string; contents: Contents } => {
  const draft = `${file}.restoring`;
  for (const left of [draft, logOf(draft), `${draft}-shm`]) rmSync(left, { force: true });
  copyFileSync(copy, draft);
  chmodSync(draft, FILE_MODE);
  // A copy of a whole folder has a log beside the file.
  if (logKindOf(copy) === 'foreign') throw new StartUpError(`the log beside ${copy} does not belong to it`);
  if (logKindOf(copy) !== 'none') copyFileSync(logOf(copy), logOf(draft));
  return { draft, contents: checkCopy(draft, copy) };
};

const restore = (copy: string, file: string): string => {
  const { draft, contents } = draftOf(copy, file);
  const aside = `${file}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  const isReplacing = existsSync(file);
  giveToFolderOwner(draft);
  syncToDisk(draft);
  if (isReplacing) replace(file, draft, aside);
  else renameSync(draft, file);
  syncToDisk(dirname(file));
  const kept = isReplacing ? `\nwhat was there is kept in ${aside}` : '';
  return `${file} holds ${sentenceOf(contents)}${kept}`;
};

/** `listy restore FILE`: replaces the data by a copy. The copy is checked first, and the old data are kept. */
export const restoreCommand = (args: readonly string[]): string => {
  const copy = givenFile(args);
  const dataDir = requireSqlite(commandEnv());
  const file = resolve(databaseFileIn(dataDir));
  if (!existsSync(copy)) throw new StartUpError(`there is no file ${copy}`);
  if (copy === file) throw new StartUpError(`${copy} is the database itself`);
  prepareDataDir(dataDir);
  try {
    return restore(copy, file);
  } catch (error) {
    if (error instanceof StartUpError) throw error;
    throw new StartUpError(`the data are left as they are: ${reasonOf(error)}`);
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}.restoring${end}`, { force: true });
  }
};
