/**
 * How many requests the built server answers in a second, compared with what the machine can do: `node bench/server.mjs [SECONDS]`.
 * Prints one JSON line. The load comes from a child process, over kept connections, so that it shares no thread with the
 * server; each connection is one user.
 */
import { fork, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';

const CONNECTIONS = 10;
const LISTS = 20;
const PORT = Number(process.env.BENCH_PORT ?? 23117);
const SECONDS = Number(process.argv[2] ?? 5);
const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const LOAD = fileURLToPath(new URL('./serverLoad.mjs', import.meta.url));

/** Requests per second of Strapi 5.54 on SQLite, measured on a comparable machine with the same load. */
const STRAPI = { getLists: 231, postItem: 179, putItem: 167 };

const base = `http://127.0.0.1:${PORT}`;

const startServer = (dataDir) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), NODE_ENV: 'development', DEMO: 'off' };
    const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    server.stdout.on('data', (chunk) => String(chunk).includes('ready') && resolve(server));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

const stop = (child) =>
  new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

const call = async (token, method, path, body) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.json();
};

const uuid = (user, row) => `${user}-${row}`;

/** One user with twenty lists and one item. */
const addUser = async (at) => {
  const account = { username: `user${at}`, email: `user${at}@example.com`, password: 'a password' };
  const { jwt } = await call(null, 'POST', '/api/auth/local/register', account);
  for (let list = 0; list < LISTS; list += 1) {
    await call(jwt, 'POST', '/api/lists', { data: { uuid: uuid(at, `list-${list}`), name: `List ${list}` } });
  }
  const item = { uuid: uuid(at, 'item'), list: uuid(at, 'list-0'), description: 'Milk', quantity: '1 l' };
  const { data } = await call(jwt, 'POST', '/api/list-items', { data: item });
  return { at, jwt, documentId: data.documentId };
};

/** Runs one kind of request for the given seconds in a child process. Resolves to requests per second and latencies in ms. */
const load = (kind, port, users, seconds) =>
  new Promise((resolve, reject) => {
    const child = fork(LOAD);
    child.once('message', (figures) => {
      child.disconnect();
      resolve(figures);
    });
    child.once('exit', (code) => code && reject(new Error(`the load for ${kind} ended with ${code}`)));
    child.send({ kind, port, users, seconds });
  });

/** The floor of a request: node answering a constant, in a process of its own. */
const bareHttp = async (users) => {
  const child = fork(fileURLToPath(import.meta.url), ['bare'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve) => child.once('message', resolve));
  const figures = await load('getLists', PORT + 1, users, Math.min(SECONDS, 3));
  await stop(child);
  return figures.perSecond;
};

/** The floor of a durable write: one row, one commit, synced. */
const rawCommits = (dataDir) => {
  const db = new Database(join(dataDir, 'raw.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table t (id integer primary key, data text)');
  const insert = db.prepare('insert into t (data) values (?)');
  const start = performance.now();
  let commits = 0;
  while (performance.now() - start < 1000) {
    insert.run('x'.repeat(200));
    commits += 1;
  }
  db.close();
  return Math.round((commits * 1000) / (performance.now() - start));
};

const serveConstant = () => {
  const body = JSON.stringify({ data: [] });
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  }).listen(PORT + 1, '127.0.0.1', () => process.send('ready'));
};

const measure = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'listy-bench-'));
  const server = await startServer(dataDir);
  try {
    const users = [];
    for (let at = 0; at < CONNECTIONS; at += 1) users.push(await addUser(at));
    const results = {};
    for (const kind of ['getLists', 'putItem', 'postItem']) {
      await load(kind, PORT, users, 1);
      const figures = await load(kind, PORT, users, SECONDS);
      results[kind] = { ...figures, timesStrapi: Number((figures.perSecond / STRAPI[kind]).toFixed(1)) };
    }
    const floor = { httpPerSecond: await bareHttp(users), commitsPerSecond: rawCommits(dataDir) };
    results.getLists.ofBareHttp = Number((results.getLists.perSecond / floor.httpPerSecond).toFixed(2));
    for (const kind of ['postItem', 'putItem']) {
      results[kind].ofRawCommits = Number((results[kind].perSecond / floor.commitsPerSecond).toFixed(2));
    }
    const names = { getLists: 'GET 20 lists', postItem: 'POST item', putItem: 'PUT item' };
    const rows = Object.entries(results).map(([kind, { timesStrapi, ...figures }]) => ({
      name: `${names[kind]}, ${CONNECTIONS} connections, × Strapi 5.54`,
      ratio: timesStrapi,
      ...figures,
    }));
    rows.push({
      name: 'bare node:http answering a constant (floor of a read)',
      ratio: 1,
      perSecond: floor.httpPerSecond,
    });
    rows.push({ name: 'raw SQLite commits, synced (floor of a write)', ratio: 1, perSecond: floor.commitsPerSecond });
    process.stdout.write(`${JSON.stringify({ bench: 'server', seconds: SECONDS, results: rows })}\n`);
  } finally {
    await stop(server);
    await rm(dataDir, { recursive: true, force: true });
  }
};

if (process.argv[2] === 'bare') serveConstant();
else await measure();
