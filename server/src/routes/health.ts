import type { FastifyInstance } from 'fastify';
import type { Database } from '../databasePort';

/** For load balancers and people: 200 when the database takes a write, else 503. */
export const healthRoute = (scope: FastifyInstance, database: Database): void => {
  scope.get('/health', async () => {
    await database.probe();
    return { ok: true };
  });
};
