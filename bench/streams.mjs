/**
 * What open event streams cost one process of the built server, against a bare node:http stream server with as many open streams
 * in the same run: `node bench/streams.mjs [STREAMS]`. Prints one JSON line. Loopback only; ends by itself, also when it is stuck.
 */
import { execSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { constants, createGzip } from 'node:zlib';
import { addUser, killAll, MAIN, measureWrites, probe, startHolder, startMeasured, stop } from './measured.mjs';

const MOST_STREAMS = 5000;
const STUCK_AFTER_MS = 240_000;
const HEARTBEAT_MS = 20_000;
const USERS = 50;
const WRITERS = 10;
const WRITE_SECONDS = 3;
const FAN_OUTS = [1, 32, 1000];
const WRITES = 100;
const PORT = Number(process.env.BENCH_PORT ?? 23217);
const SSE = '/api/lists/all/sse';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Each stream is a descriptor here and one in the server. */
const descriptors = Number(execSync('ulimit -n', { encoding: 'utf8' })) || Number.POSITIVE_INFINITY;
const STREAMS = Math.min(Number(process.argv[2] ?? MOST_STREAMS), MOST_STREAMS, descriptors - 1500);

const itemBody = (list) => ({ data: { uuid: randomUUID(), list, description: 'Bread', quantity: '2', done: false } });

/** Requests before the measurement: they compile the code of the process and fill its caches. */
const warm = async (tell, target) => {
  await tell('open', { group: 'warm', count: 200, ...target });
  await tell('close', { group: 'warm' });
  await wait(500);
};

/** Memory and CPU of idle streams. Each stream gets exactly one heartbeat in the interval of a heartbeat. */
const measureIdle = async (server, tell, target) => {
  const before = await probe(server, 'memory');
  const opened = await tell('open', { group: 'idle', count: STREAMS, ...target });
  if (opened.failure) throw new Error(`${opened.opened} streams, then: ${opened.failure}`);
  await wait(2000);
  const after = await probe(server, 'memory');
  const beatsBefore = (await tell('count', { group: 'idle' })).beats;
  const [cpuBefore, start] = [(await probe(server, 'cpu')).cpuMs, performance.now()];
  await wait(HEARTBEAT_MS);
  const [cpuAfter, end] = [(await probe(server, 'cpu')).cpuMs, performance.now()];
  const { alive, beats } = await tell('count', { group: 'idle' });
  return {
    held: alive,
    openedPerSecond: opened.perSecond,
    rssBytes: Math.round((after.rss - before.rss) / STREAMS),
    heapBytes: Math.round((after.heap - before.heap) / STREAMS),
    cpuPercent: Number(((100 * (cpuAfter - cpuBefore)) / (end - start)).toFixed(2)),
    beats: beats - beatsBefore,
  };
};

const measureFanOut = async (server, tell, stream, write) => {
  const figures = {};
  for (const count of FAN_OUTS) {
    const opened = await tell('open', { group: 'fan', count, ...stream });
    if (opened.failure) throw new Error(opened.failure);
    const bodies = Array.from({ length: WRITES + 5 }, () => itemBody(write.list));
    await tell('fanOut', { group: 'fan', ...write, bodies: bodies.slice(WRITES) });
    const before = (await probe(server, 'cpu')).cpuMs;
    const { waits, bytesPerEvent } = await tell('fanOut', { group: 'fan', ...write, bodies: bodies.slice(0, WRITES) });
    const cpuMs = (await probe(server, 'cpu')).cpuMs - before;
    await tell('close', { group: 'fan' });
    figures[count] = {
      medianMs: Number(waits[WRITES / 2].toFixed(2)),
      p99Ms: Number(waits[WRITES * 0.99 - 1].toFixed(2)),
      worstMs: Number(waits.at(-1).toFixed(2)),
      cpuMsEach: Number((cpuMs / WRITES).toFixed(2)),
      bytesPerEvent,
    };
  }
  return figures;
};

const measureOurs = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'listy-streams-'));
  const env = { DATA_DIR: dataDir, PORT: String(PORT), NODE_ENV: 'development', DEMO: 'off' };
  const server = await startMeasured(MAIN, [], { ...env, STREAMS_PER_USER: '10000', TRUST_PROXY: '1' });
  const { child, tell } = startHolder();
  try {
    const users = [];
    for (let at = 0; at < USERS + WRITERS; at += 1) users.push(await addUser(PORT, at));
    const writers = users.slice(USERS);
    const writeFor = (seconds) => measureWrites({ server, port: PORT, users: writers, seconds });
    const tokens = users.slice(0, USERS).map(({ jwt }) => jwt);
    const target = { port: PORT, path: SSE };
    await warm(tell, { ...target, tokens });
    const idle = await measureIdle(server, tell, { ...target, tokens });
    await writeFor(1);
    const amidIdle = await writeFor(WRITE_SECONDS);
    await tell('open', { group: 'heard', count: 2 * WRITERS, ...target, tokens: writers.map(({ jwt }) => jwt) });
    const heard = await writeFor(WRITE_SECONDS);
    await tell('close', { group: 'heard' });
    const [{ at, jwt }] = writers;
    const write = { port: PORT, path: '/api/list-items', token: jwt, list: `${at}-list-0` };
    const fan = await measureFanOut(server, tell, { ...target, tokens: [jwt] }, write);
    await tell('close', { group: 'idle' });
    await wait(1000);
    const alone = await writeFor(WRITE_SECONDS);
    // A process gets faster as it warms: "none open" stands between two measurements with all open.
    await tell('open', { group: 'idle', count: STREAMS, ...target, tokens });
    await wait(1000);
    const amidIdleAgain = await writeFor(WRITE_SECONDS);
    return { idle, fan, writes: { alone, amidIdle, amidIdleAgain, heard } };
  } finally {
    await stop(child);
    await stop(server);
    await rm(dataDir, { recursive: true, force: true });
  }
};

const measureBare = async () => {
  const server = await startMeasured(here('bareStreams.mjs'), [String(PORT + 1), String(HEARTBEAT_MS)]);
  const { child, tell } = startHolder();
  try {
    const port = PORT + 1;
    await warm(tell, { port, path: '/warm', tokens: ['none'] });
    const idle = await measureIdle(server, tell, { port, path: '/idle', tokens: ['none'] });
    const write = { port, path: '/fan', token: 'none', list: '50-list-0' };
    const fan = await measureFanOut(server, tell, { port, path: '/fan', tokens: ['none'] }, write);
    return { idle, fan };
  } finally {
    await stop(child);
    await stop(server);
  }
};

/** The average bytes of an event if the stream were compressed with gzip and flushed after each event. */
const gzippedBytes = async () => {
  const gzip = createGzip();
  let bytes = 0;
  gzip.on('data', (chunk) => {
    bytes += chunk.length;
  });
  for (let at = 0; at < WRITES; at += 1) {
    const time = new Date(Date.now() + 1000 * at).toISOString();
    const { data } = itemBody('50-list-0');
    const record = {
      id: at,
      documentId: randomUUID().slice(0, 24),
      ...data,
      createdAt: time,
      updatedAt: time,
      deletedAt: null,
    };
    gzip.write(`id: ${Date.parse(time)}\nevent: list-item::create\ndata: ${JSON.stringify(record)}\n\n`);
    await new Promise((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve));
  }
  return Math.round(bytes / WRITES);
};

const stuck = setTimeout(() => {
  killAll();
  process.stderr.write('the streams were not measured in time\n');
  process.exit(1);
}, STUCK_AFTER_MS);

const ratio = (ours, floor) => Number((ours / floor).toFixed(2));
const ours = await measureOurs();
const bare = await measureBare();
clearTimeout(stuck);
const gzipped = await gzippedBytes();
const { alone, amidIdle, amidIdleAgain, heard } = ours.writes;
const results = [
  {
    name: `${STREAMS} idle streams: resident bytes each, × bare`,
    ratio: ratio(ours.idle.rssBytes, bare.idle.rssBytes),
    ours: ours.idle,
    bare: bare.idle,
  },
  {
    name: `${STREAMS} idle streams: CPU of heartbeats every ${HEARTBEAT_MS / 1000} s, × bare`,
    ratio: ratio(ours.idle.cpuPercent, bare.idle.cpuPercent),
    percent: ours.idle.cpuPercent,
    barePercent: bare.idle.cpuPercent,
  },
  ...FAN_OUTS.map((count) => ({
    name: `one write until it reached ${count} streams of its user, ${STREAMS} others open, × bare`,
    ratio: ratio(ours.fan[count].medianMs, bare.fan[count].medianMs),
    ours: ours.fan[count],
    bare: bare.fan[count],
  })),
  {
    name: 'bytes of an event on the wire (not compressed), × gzip of the same stream',
    ratio: ratio(ours.fan[1].bytesPerEvent, gzipped),
    bytes: ours.fan[1].bytesPerEvent,
    gzipped,
  },
  {
    name: `a write's CPU with ${STREAMS} idle streams open, before and after, × none open`,
    ratio: ratio((amidIdle.cpuMsEach + amidIdleAgain.cpuMsEach) / 2, alone.cpuMsEach),
    before: amidIdle,
    after: amidIdleAgain,
    alone,
  },
  {
    name: 'the same and two streams more on each writer, × before',
    ratio: ratio(heard.cpuMsEach, amidIdle.cpuMsEach),
    ...heard,
  },
];
process.stdout.write(`${JSON.stringify({ bench: 'streams', streams: STREAMS, results })}\n`);
process.exit(0);
