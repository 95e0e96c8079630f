import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf, StartUpError } from './startUpError';

const DATABASE_NAME = 'listy.sqlite';
const SECRET_NAME = 'jwt-secret';

const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;
const MODE_BITS = 0o777;

export const databaseFileIn = (dataDir: string): string => join(dataDir, DATABASE_NAME);
export const secretFileIn = (dataDir: string): string => join(dataDir, SECRET_NAME);

const isOurs = (name: string): boolean => name.startsWith(DATABASE_NAME) || name.startsWith(SECRET_NAME);

const me = process.getuid?.();
const mayChange = (path: string): boolean => me === undefined || me === 0 || statSync(path).uid === me;

const closeToOthers = (path: string, mode: number): void => {
  if ((statSync(path).mode & MODE_BITS) !== mode && mayChange(path)) chmodSync(path, mode);
};

/** Files that root creates must belong to the service: they get the owner of their folder. */
export const giveToFolderOwner = (path: string): void => {
  if (me !== 0) return;
  const { uid, gid } = statSync(dirname(resolve(path)));
  chownSync(path, uid, gid);
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder with those above it. `mkdirSync` with `recursive` never ends where the system says that nothing is
 * there, though the folder above exists, as below `/proc`.
 */
const makeFolder = (dir: string): void => {
  if (isFolder(dir)) return;
  makeFolder(dirname(dir));
  try {
    mkdirSync(dir, FOLDER_MODE);
  } catch (error) {
    // Another process may have created it just now.
    if (!isFolder(dir)) throw error;
  }
};

/**
 * Creates the data folder if it is missing. Only its owner may read what Listy stores there. A folder that holds other
 * files too keeps its mode; only our files in it are closed.
 * @throws StartUpError when the folder, or one of our files in it, cannot be written
 */
export const prepareDataDir = (dir: string): void => {
  try {
    makeFolder(resolve(dir));
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartUpError(`the data folder ${resolve(dir)} cannot be written: ${reasonOf(error)}`);
  }
  const names = readdirSync(dir);
  if (names.every(isOurs)) closeToOthers(dir, FOLDER_MODE);
  for (const path of names.filter(isOurs).map((name) => join(dir, name))) {
    closeToOthers(path, FILE_MODE);
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      const { uid } = statSync(path);
      throw new StartUpError(
        `${resolve(path)} cannot be read and written: it belongs to user ${uid}, and this is user ${me}; give it to this user with chown`,
      );
    }
  }
};

/** Creates an empty file for SQLite. SQLite gives the log and the index beside it the same mode and owner. */
export const makeDatabaseFile = (file: string): void => {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', FILE_MODE));
  giveToFolderOwner(file);
};
