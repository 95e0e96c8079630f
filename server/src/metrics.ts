import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { makeHistogram } from './histogram';

/** In seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_BUCKETS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

interface Reading {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly read: () => number;
}

const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const MS_PER_S = 1000;

const processReadings = (): readonly Reading[] => {
  const delay = monitorEventLoopDelay();
  delay.enable();
  const begun = Date.now() / MS_PER_S - process.uptime();
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the process.',
      read: () => (process.cpuUsage().user + process.cpuUsage().system) / US_PER_S,
    },
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Memory the process holds.',
      read: () => process.memoryUsage.rss(),
    },
    { name: 'process_start_time_seconds', type: 'gauge', help: 'When the process began.', read: () => begun },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      type: 'gauge',
      help: 'How late the event loop came since the last reading, 99th percentile.',
      read: () => {
        const lag = delay.percentile(99) / NS_PER_S;
        delay.reset();
        return Number.isFinite(lag) ? lag : 0;
      },
    },
  ];
};

/**
 * The metrics of one process in the text format of Prometheus. Labels are route patterns and statuses, never ids, names
 * or addresses.
 */
export const makeMetrics = () => {
  const requests = new Map<string, number>();
  const durations = makeHistogram('http_request_duration_seconds', 'How long answers took.', REQUEST_BUCKETS);
  const statements = makeHistogram(
    'listy_database_statement_seconds',
    'How long statements took, by their first word; a commit of SQLite waits for the disk.',
    STATEMENT_BUCKETS,
  );
  const readings: Reading[] = [...processReadings()];

  return {
    /** Adds a number that is read at each request for metrics. */
    add: (reading: Reading): void => void readings.push(reading),
    /** Event streams are not counted, because their response does not end. */
    watchRequests: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const route = `method="${method}",route="${routeOptions.url ?? 'none'}"`;
        const key = `${route},status="${reply.statusCode}"`;
        requests.set(key, (requests.get(key) ?? 0) + 1);
        durations.observe(route, reply.elapsedTime / MS_PER_S);
      });
    },
    /** @param statement only its first word becomes a label, so no person's text gets in */
    watchStatement: (statement: string, ms: number): void => {
      const [word = ''] = /[a-z]+/i.exec(statement) ?? [];
      statements.observe(`statement="${word.toLowerCase()}"`, ms / MS_PER_S);
    },
    text: (): string =>
      [
        '# HELP http_requests_total Requests that were answered.',
        '# TYPE http_requests_total counter',
        ...[...requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
        ...durations.lines(),
        ...statements.lines(),
        ...readings.flatMap(({ name, type, help, read }) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          `${name} ${read()}`,
        ]),
        '',
      ].join('\n'),
  };
};

export type Metrics = ReturnType<typeof makeMetrics>;
