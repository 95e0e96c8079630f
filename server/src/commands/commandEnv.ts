import type { Env } from '../env';
import { readEnv } from '../startUp';
import { StartUpError } from '../startUpError';

/** Reads the server's environment. Commands sign no tokens, so they need no secret in production. */
export const commandEnv = (): Env =>
  readEnv({ JWT_SECRET: 'not used by this command, only by the server', ...process.env });

/** @throws StartUpError if the data are in PostgreSQL, which has its own tools for this */
export const requireSqlite = ({ databaseUrl, dataDir }: Env): string => {
  if (databaseUrl === null) return dataDir;
  throw new StartUpError('the data are in PostgreSQL: use pg_dump and pg_restore, as docs/operating.md says');
};
