import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from './database';
import type { Database } from './databasePort';
import { databaseFileIn, giveToFolderOwner, makeDatabaseFile, prepareDataDir, secretFileIn } from './dataFolder';
import { type Env, parseEnv, SHORTEST_SECRET, withoutPassword } from './env';
import { type Migrate, migrate } from './migrate';
import { reasonOf, StartUpError } from './startUpError';
import type { WatchStatement } from './statementTimes';

/** @throws StartUpError with all problems */
export const readEnv = (vars: Readonly<Record<string, string | undefined>>): Env => {
  const parsed = parseEnv(vars);
  if ('env' in parsed) return parsed.env;
  throw new StartUpError(`the environment is not right: ${parsed.problems.join('; ')}`);
};

/** The environment's database for messages. */
export const nameOf = ({ databaseUrl, dataDir }: Env): string =>
  databaseUrl === null ? resolve(databaseFileIn(dataDir)) : withoutPassword(databaseUrl);

/**
 * Opens the environment's database; for SQLite it creates the folder first.
 * @param prepareTables migrates or checks the tables before anybody uses them
 */
export const openData = async (
  env: Env,
  prepareTables: Migrate = migrate,
  watch?: WatchStatement,
): Promise<Database> => {
  const { databaseUrl, dataDir, jwtSecret } = env;
  if (databaseUrl === null || jwtSecret === null) prepareDataDir(dataDir);
  try {
    if (databaseUrl === null) makeDatabaseFile(databaseFileIn(dataDir));
    return await openDatabase(databaseUrl ?? databaseFileIn(dataDir), prepareTables, watch);
  } catch (error) {
    if (error instanceof StartUpError) throw error;
    throw new StartUpError(`the database cannot be opened: ${reasonOf(error) || 'no answer'}`);
  }
};

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/**
 * Never overwrites a file, and puts it there whole or not at all. Disks without links (a USB stick, a network share)
 * may get a partial copy.
 */
const putInPlace = (draft: string, file: string): void => {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
};

/**
 * The secret that signs tokens: the given one, or in development one that is created once and stored for the owner
 * only.
 */
export const secretOf = ({ jwtSecret, dataDir }: Env): string => {
  if (jwtSecret !== null) return jwtSecret;
  const file = secretFileIn(dataDir);
  // A random name, not the process id: two containers may share the folder and have equal ids.
  const draft = `${file}-${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    // If two processes start at once, one creates the file and both read it.
    putInPlace(draft, file);
    giveToFolderOwner(file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new StartUpError(`the secret cannot be kept in ${resolve(file)}: ${reasonOf(error)}`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readFileSync(file, 'utf8');
  if (secret.length >= SHORTEST_SECRET) return secret;
  throw new StartUpError(`the secret in ${resolve(file)} was cut short: remove the file, and a new one is made`);
};
