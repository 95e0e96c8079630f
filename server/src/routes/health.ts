import type { FastifyInstance } from 'fastify';
import type { Database } from '../database';
import { Problem } from '../problems';

/** For balancers and for people: 200 when the database answers, else 503. */
export const healthRoute = (scope: FastifyInstance, database: Database): void => {
  scope.get('/health', async () => {
    if (await database.isAlive()) return { ok: true };
    throw new Problem(503, 'ServiceUnavailableError', 'The database does not answer');
  });
};
