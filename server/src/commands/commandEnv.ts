import type { Env } from '../env';
import { readEnv } from '../startUp';
import { StartUpError } from '../startUpError';

/** The environment of the server. Commands sign no tokens, so production's secret is not asked for. */
export const commandEnv = (): Env =>
  readEnv({ JWT_SECRET: 'not used by this command, only by the server', ...process.env });

/** @throws StartUpError where the data are in PostgreSQL, which has tools of its own for this */
export const requireSqlite = ({ databaseUrl, dataDir }: Env): string => {
  if (databaseUrl === null) return dataDir;
  throw new StartUpError('the data are in PostgreSQL: use pg_dump and pg_restore, as docs/operating.md says');
};
