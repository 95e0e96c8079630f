import { randomBytes } from 'node:crypto';
import { accessSync, constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Database, openDatabase } from './database';
import { type Env, parseEnv, SHORTEST_SECRET } from './env';

/** A reason not to start that is the operator's to mend: told in one line, without a stack. */
export class StartUpError extends Error {}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws StartUpError with all that is wrong */
export const readEnv = (vars: Readonly<Record<string, string | undefined>>): Env => {
  const parsed = parseEnv(vars);
  if ('env' in parsed) return parsed.env;
  throw new StartUpError(`the environment is not right: ${parsed.problems.join('; ')}`);
};

const prepareDataDir = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartUpError(`the data folder ${resolve(dir)} cannot be written: ${reasonOf(error)}`);
  }
};

/** Opens the database the environment names; with the embedded one, its folder is made. */
export const openData = async ({ databaseUrl, dataDir, jwtSecret }: Env): Promise<Database> => {
  if (databaseUrl === null || jwtSecret === null) prepareDataDir(dataDir);
  try {
    return await openDatabase(databaseUrl ?? join(dataDir, 'listy.sqlite'));
  } catch (error) {
    throw new StartUpError(`the database cannot be opened: ${reasonOf(error) || 'no answer'}`);
  }
};

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Never over a file that is there, and whole or not at all, save on a disk without links (a USB stick, a network share). */
const putInPlace = (draft: string, file: string): void => {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
};

/** The secret that signs tokens: the given one, or in development one that is made once and kept, for the owner alone. */
export const secretOf = ({ jwtSecret, dataDir }: Env): string => {
  if (jwtSecret !== null) return jwtSecret;
  const file = join(dataDir, 'jwt-secret');
  // Not named after the process: two containers that share a folder may both be the first.
  const draft = `${file}-${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    // Of two processes that start at once, one makes it and both read the same.
    putInPlace(draft, file);
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
