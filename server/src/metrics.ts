import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** Upper ends of the buckets of the latency histogram, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Durations {
  readonly buckets: number[];
  sum: number;
  count: number;
}

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

/** Counts of one process in the text format of Prometheus. Labels are routes as they are declared and statuses: never an id, a name or an address. */
export const makeMetrics = () => {
  const requests = new Map<string, number>();
  const durations = new Map<string, Durations>();
  const readings: Reading[] = [...processReadings()];

  const observe = (route: string, seconds: number): void => {
    const known = durations.get(route) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    durations.set(route, known);
    known.sum += seconds;
    known.count += 1;
    BUCKETS.forEach((end, at) => {
      if (seconds <= end) known.buckets[at] = (known.buckets[at] ?? 0) + 1;
    });
  };

  const histogram = (): string[] =>
    [...durations].flatMap(([route, { buckets, sum, count }]) => [
      ...buckets.map((value, at) => `http_request_duration_seconds_bucket{${route},le="${BUCKETS[at]}"} ${value}`),
      `http_request_duration_seconds_bucket{${route},le="+Inf"} ${count}`,
      `http_request_duration_seconds_sum{${route}} ${sum}`,
      `http_request_duration_seconds_count{${route}} ${count}`,
    ]);

  return {
    /** A number that is read when somebody asks. */
    add: (reading: Reading): void => void readings.push(reading),
    /** Event streams never come here: their answer has no end. */
    watchRequests: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const route = `method="${method}",route="${routeOptions.url ?? 'none'}"`;
        const key = `${route},status="${reply.statusCode}"`;
        requests.set(key, (requests.get(key) ?? 0) + 1);
        observe(route, reply.elapsedTime / MS_PER_S);
      });
    },
    text: (): string =>
      [
        '# HELP http_requests_total Requests that were answered.',
        '# TYPE http_requests_total counter',
        ...[...requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
        '# HELP http_request_duration_seconds How long answers took.',
        '# TYPE http_request_duration_seconds histogram',
        ...histogram(),
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
