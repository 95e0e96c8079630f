import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics';
import type { Services } from './services';

/** Adds the numbers of the services to the metrics. */
export const watchServices = (metrics: Metrics, { hub, database }: Services): void => {
  metrics.add({ name: 'listy_streams', type: 'gauge', help: 'Event streams that are open.', read: hub.size });
  metrics.add({
    name: 'listy_database_waiting',
    type: 'gauge',
    help: 'Writes (SQLite) or requests for a connection (PostgreSQL) that wait.',
    read: database.waiting,
  });
};

/** Serves `GET /metrics` on a separate port, which the proxy does not expose. */
export const serveMetrics = (metrics: Metrics, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const isAsked = request.method === 'GET' && request.url === '/metrics';
      response.writeHead(isAsked ? 200 : 404, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
      response.end(isAsked ? metrics.text() : '');
    });
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
