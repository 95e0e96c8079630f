/**
 * What it costs that two processes of the built server share one PostgreSQL: `TEST_DATABASE_URL=… node bench/shared.mjs`. One
 * process gets the writes, the other is notified of them. Prints one JSON line. The database should be an empty one; the rows stay in it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addUser, killAll, MAIN, measureWrites, probe, startHolder, startMeasured, stop } from './measured.mjs';

const STUCK_AFTER_MS = 90_000;
const WRITERS = 10;
const SECONDS = 5;
const WRITES = 40;
const [WRITING, HEARING] = [Number(process.env.BENCH_PORT ?? 23317), Number(process.env.BENCH_PORT ?? 23317) + 1];

const address = process.env.TEST_DATABASE_URL;
if (!address) throw new Error('TEST_DATABASE_URL must name a PostgreSQL database for tests');

const start = (port, dataDir) =>
  startMeasured(MAIN, [], {
    DATABASE_URL: address,
    DATA_DIR: dataDir,
    JWT_SECRET: 'one secret for both processes of a benchmark',
    PORT: String(port),
    NODE_ENV: 'development',
    DEMO: 'off',
    TRUST_PROXY: '1',
  });

/** From the sending of a write until a stream on the given port has its event: median and worst, ms. */
const reach = async (tell, port, { at, jwt }) => {
  const { failure } = await tell('open', { group: 'one', port, path: '/api/lists/all/sse', tokens: [jwt], count: 1 });
  if (failure) throw new Error(failure);
  const list = `${at}-list-0`;
  const bodies = Array.from({ length: WRITES }, () => ({ data: { uuid: randomUUID(), list, description: 'Bread' } }));
  const order = { group: 'one', port: WRITING, path: '/api/list-items', token: jwt, bodies };
  const { waits } = await tell('fanOut', order);
  await tell('close', { group: 'one' });
  return { medianMs: Number(waits[WRITES / 2].toFixed(2)), worstMs: Number(waits.at(-1).toFixed(2)) };
};

const stuck = setTimeout(() => {
  killAll();
  process.stderr.write('the shared database was not measured in time\n');
  process.exit(1);
}, STUCK_AFTER_MS);

const dataDir = await mkdtemp(join(tmpdir(), 'listy-shared-'));
const [writing, hearing] = [await start(WRITING, dataDir), await start(HEARING, dataDir)];
const { child, tell } = startHolder();
try {
  const run = randomUUID().slice(0, 8);
  const users = [];
  for (let at = 0; at < WRITERS; at += 1) users.push(await addUser(WRITING, at, `bench${run}x${at}`));
  await measureWrites({ server: writing, port: WRITING, users, seconds: 1 });
  await wait(500);
  const before = (await probe(hearing, 'cpu')).cpuMs;
  const writes = await measureWrites({ server: writing, port: WRITING, users, seconds: SECONDS });
  await wait(500);
  const heardMs = (await probe(hearing, 'cpu')).cpuMs - before;
  const near = await reach(tell, WRITING, users[0]);
  const far = await reach(tell, HEARING, users[0]);
  const heardUs = Math.round((1000 * heardMs) / (writes.perSecond * SECONDS));
  const results = [
    {
      name: 'CPU of a process that hears of a write nobody there waits for, × CPU of the write',
      ratio: Number((heardUs / 1000 / writes.cpuMsEach).toFixed(3)),
      heardUs,
      ...writes,
    },
    {
      name: 'one write until it reached a stream of the other process, × of the same',
      ratio: Number((far.medianMs / near.medianMs).toFixed(2)),
      far,
      near,
    },
  ];
  process.stdout.write(`${JSON.stringify({ bench: 'shared', results })}\n`);
} finally {
  clearTimeout(stuck);
  for (const one of [child, writing, hearing]) await stop(one);
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
