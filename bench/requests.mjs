/**
 * What each kind of request costs the built server, beside a bare route over the same driver (`bareServer.mjs`):
 * `node bench/requests.mjs [SECONDS]`, with `DATABASE_URL` on an empty PostgreSQL, and then with `PROCESSES=3` too. Ten users with a connection each; one of
 * them has a list of 10,000 items. On a shared machine, CPU time per request is more reliable than requests per second.
 * Prints one JSON line.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addUser, killAll, MAIN, probe, startMeasured, stop } from './measured.mjs';

const USERS = 10;
const MANY = 10_000;
const EDITED = 200;
const SECONDS = Number(process.argv[2] ?? 3);
const PROCESSES = Number(process.env.PROCESSES ?? 1);
const PORT = Number(process.env.BENCH_PORT ?? 23417);
const BARE = PORT + PROCESSES;
const STUCK_AFTER_MS = 600_000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const call = async ({ port, jwt }, method, path, data) => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${jwt}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers,
    ...(data && { body: JSON.stringify({ data }) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return { tag: answer.headers.get('etag'), body: await answer.text() };
};

/** @param count the number of items in the list; ten requests run at a time */
const addItems = async (user, list, count) => {
  const uuids = Array.from({ length: count }, (_, at) => `${list}-${at}`);
  const left = [...uuids];
  const addSome = async () => {
    for (let uuid = left.pop(); uuid; uuid = left.pop())
      await call(user, 'POST', '/list-items', { uuid, list, description: 'Milk', quantity: '1 l' });
  };
  await Promise.all(Array.from({ length: 10 }, addSome));
  return uuids.slice(0, EDITED);
};

/** A user for the load, with one item to edit and two hundred to edit at once. */
const makeUser = async (port, at, run) => {
  const user = { ...(await addUser(port, at, `requests${run}x${at}`)), port };
  const uuids = await addItems(user, `${at}-list-0`, EDITED);
  const { body } = await call(user, 'GET', `/list-items?filters[uuid][$in][0]=${uuids[0]}`);
  for (let list = 1; list < 20; list += 1)
    await call(user, 'POST', '/lists', { uuid: `${at}-list-${list}`, name: 'List' });
  return { ...user, uuids, documentId: JSON.parse(body).data[0].documentId };
};

const load = (kind, users) =>
  new Promise((resolve, reject) => {
    const child = fork(here('serverLoad.mjs'));
    child.once('message', (figures) => {
      child.disconnect();
      resolve(figures);
    });
    child.once('exit', (code) => code && reject(new Error(`the load of ${kind} ended with ${code}`)));
    child.send({ kind, users, seconds: SECONDS });
  });

const cpuOf = async (servers) =>
  (await Promise.all(servers.map((one) => probe(one, 'cpu')))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

const measure = async (kind, servers, users) => {
  const before = await cpuOf(servers);
  const figures = await load(kind, users);
  const cpuMs = (await cpuOf(servers)) - before;
  return { ...figures, cpuMsEach: Number((cpuMs / (figures.perSecond * SECONDS)).toFixed(3)) };
};

/** How long the removal of a list takes, and that of one with a single item. */
const removal = async (user, list, count) => {
  await call(user, 'POST', '/lists', { uuid: list, name: 'List' });
  await addItems(user, list, count);
  const { body } = await call(user, 'GET', `/lists?filters[uuid][$in][0]=${list}`);
  const begun = performance.now();
  await call(user, 'DELETE', `/lists/${JSON.parse(body).data[0].documentId}`);
  return Math.round(performance.now() - begun);
};

const NAMES = {
  getLists: 'GET of 20 lists',
  getUnchanged: 'GET of 10,000 items, unchanged (304)',
  getPage: 'GET of 100 of 10,000 items',
  getItems: 'GET of 10,000 items',
  postItem: 'POST of an item',
  putItem: 'PUT of an item',
  patchItems: 'PATCH of 200 items',
};

const startServers = (dataDir, env) =>
  Promise.all(
    Array.from({ length: PROCESSES }, (_, at) =>
      startMeasured(MAIN, [], { ...env, DATA_DIR: dataDir, PORT: String(PORT + at) }),
    ),
  );

const seedBare = async (bare) => {
  const items = (user, count) => addItems({ jwt: user.jwt, port: BARE }, `${user.at}-list-0`, count);
  for (const user of bare) await items(user, user.at === 0 ? MANY : EDITED);
};

const run = async (dataDir, tag) => {
  const env = {
    NODE_ENV: 'development',
    DEMO: 'off',
    TRUST_PROXY: '1',
    JWT_SECRET: 'one secret for all processes of a benchmark',
  };
  const servers = await startServers(dataDir, env);
  const bareServer = await startMeasured(here('bareServer.mjs'), [String(BARE)], { DATA_DIR: dataDir });
  const users = [];
  for (let at = 0; at < USERS; at += 1) users.push(await makeUser(PORT + (at % PROCESSES), at, tag));
  const big = { ...(await addUser(PORT, USERS, `requests${tag}xbig`)), port: PORT };
  const bare = users.map(({ at, uuids }) => ({ at, uuids, jwt: `${tag}${at}`, port: BARE, documentId: uuids[0] }));
  const other = { ...(await addUser(PORT, USERS + 1, `requests${tag}xother`)), port: PORT };
  const ofOne = await removal(other, 'small', 1);
  const ofMany = await removal(other, 'large', MANY);
  await addItems(big, `${USERS}-list-0`, MANY);
  const { tag: etag } = await call(big, 'GET', '/list-items?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z');
  await seedBare(bare);
  const results = [
    {
      name: 'DELETE of a list of 10,000 items, × of a list of one',
      ratio: Number((ofMany / Math.max(1, ofOne)).toFixed(1)),
      ms: ofMany,
    },
  ];
  for (const [kind, name] of Object.entries(NAMES)) {
    const isBig = ['getUnchanged', 'getPage', 'getItems'].includes(kind);
    // One reader alone, on a server without other load.
    const ours = await measure(kind, servers, isBig ? [{ ...big, tag: etag }] : users);
    const floor = kind === 'getUnchanged' ? null : await measure(kind, [bareServer], isBig ? [bare[0]] : bare);
    results.push({
      name: `${name}, CPU × of a bare route`,
      ratio: floor && Number((ours.cpuMsEach / floor.cpuMsEach).toFixed(1)),
      ...ours,
      floor,
    });
  }
  for (const server of [...servers, bareServer]) await stop(server);
  return results;
};

const stuck = setTimeout(() => {
  killAll();
  process.stderr.write('requests were not measured in time\n');
  process.exit(1);
}, STUCK_AFTER_MS);
const dataDir = await mkdtemp(join(tmpdir(), 'listy-requests-'));
try {
  const database = process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite';
  const results = await run(dataDir, Date.now().toString(36));
  process.stdout.write(
    `${JSON.stringify({ bench: 'requests', database, processes: PROCESSES, seconds: SECONDS, results })}\n`,
  );
} finally {
  clearTimeout(stuck);
  killAll();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
