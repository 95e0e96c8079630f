import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { databaseFileIn, FILE_MODE } from '../dataFolder';
import { checkCopy, sentenceOf } from '../sqliteCopy';
import { reasonOf, StartUpError } from '../startUpError';
import { commandEnv, requireSqlite } from './commandEnv';
import { givenFile } from './usageError';

/** Waits until the content of a file, or the entries of a folder, are on the disk (`fsync`). */
export const syncToDisk = (path: string): void => {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const copyInto = (source: string, draft: string): void => {
  const raw = new BetterSqlite(source, { readonly: true, fileMustExist: true });
  try {
    // One consistent read of the whole database. It does not block writers.
    raw.prepare('vacuum into ?').run(draft);
  } finally {
    raw.close();
  }
};

/** `listy backup FILE`: writes a checked copy of the SQLite database. The server may run. It overwrites nothing. */
export const backupCommand = (args: readonly string[]): string => {
  const target = givenFile(args);
  const source = databaseFileIn(requireSqlite(commandEnv()));
  if (!existsSync(source)) throw new StartUpError(`there is no database in ${resolve(source)}`);
  if (existsSync(target)) throw new StartUpError(`${target} is there already, and is left as it is`);
  const draft = `${target}.part`;
  try {
    rmSync(draft, { force: true });
    // SQLite fills an empty file. One that it makes could be read by everybody until it is complete.
    closeSync(openSync(draft, 'wx', FILE_MODE));
    copyInto(source, draft);
    chmodSync(draft, FILE_MODE);
    const contents = checkCopy(draft, draft);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
    return `${target} holds ${sentenceOf(contents)}`;
  } catch (error) {
    if (error instanceof StartUpError) throw error;
    throw new StartUpError(`the copy cannot be written: ${reasonOf(error)}`);
  } finally {
    rmSync(draft, { force: true });
  }
};
