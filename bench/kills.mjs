/**
 * `node bench/kills.mjs --kills 50 --seed 1`: kills the built server (`npm run build:server`) in the middle of writes, again and again, starts it anew on the
 * same data, and looks whether every write it acknowledged is there. `DATABASE_URL` names an empty PostgreSQL database; without it the data are a SQLite file.
 * With `--instead COMMAND` the server keeps running, and the command runs instead of each kill, for example one that restarts PostgreSQL.
 */
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4699' },
    instead: { type: 'string' },
  },
});
const KILLS = Number(values.kills);
const WRITERS = 8;
const LONGEST_LIFE_MS = 1500;
/** Sometimes large, so that some kills also happen while SQLite writes its log into its file. */
const SIZES = [20, 20, 2000, 200_000];
const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const base = `http://127.0.0.1:${values.port}/api`;
const dataDir = mkdtempSync(join(tmpdir(), 'listy-kills-'));

let state = Number(values.seed) >>> 0;
/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

const start = async () => {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    JWT_SECRET: 'k'.repeat(40),
    REGISTRATION: 'on',
    PORT: values.port,
  };
  const server = spawn(process.execPath, [MAIN], {
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      if (said.length < 1000) said += chunk;
      if (said.includes('ready\n')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  });
  return server;
};

const call = async (method, path, body, headers = {}) => {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
};

let server = await start();
const email = `kills-${Date.now()}@example.com`;
const { body: login } = await call('POST', '/auth/local/register', {
  username: email,
  email,
  password: 'correct horse',
});
const own = { Authorization: `Bearer ${login.jwt}` };
/** What was acknowledged: the length of the name by uuid. */
const acknowledged = new Map();
let written = 0;

/** Answers other than success, by status. */
const failed = new Map();

/** @returns whether the answer is a success; null is none at all */
const isDone = (answer, status) => {
  if (answer !== null && answer.status !== status) failed.set(answer.status, (failed.get(answer.status) ?? 0) + 1);
  return answer?.status === status;
};

const write = async (writer, life) => {
  while (!life.isOver) {
    written += 1;
    const uuid = `w${writer}-${written}`;
    const name = 'x'.repeat(SIZES[Math.floor(random() * SIZES.length)]);
    const made = await call('POST', '/lists', { data: { uuid, name } }, own).catch(() => null);
    if (made === null) return;
    if (!isDone(made, 201)) {
      await wait(20);
      continue;
    }
    acknowledged.set(uuid, name.length);
    // The headers of the answer arrived, and the server was killed before the end of its body.
    if (made.body === null) return;
    // Small again, so that the rows do not fill the disk.
    const path = `/lists/${made.body.data.documentId}`;
    const edited = await call('PUT', path, { data: { name: 'y' } }, own).catch(() => null);
    // Without a success nobody knows whether it was applied.
    acknowledged.set(uuid, isDone(edited, 200) ? 1 : null);
    if (edited === null) return;
  }
};

const kill = async () => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

/** Runs the command, and waits until the server says that it is well. */
const runInstead = async () => {
  await promisify(exec)(values.instead);
  while ((await call('GET', '/health')).status !== 200) await wait(50);
};

let lost = 0;
const begun = performance.now();
for (let count = 1; count <= KILLS; count += 1) {
  const life = { isOver: false };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, life));
  await wait(200 + random() * LONGEST_LIFE_MS);
  await (values.instead ? runInstead() : kill());
  life.isOver = true;
  await Promise.all(writers);
  if (!values.instead) server = await start();
  const { body } = await call('GET', '/lists', undefined, own);
  const found = new Map(body.data.map(({ uuid, name }) => [uuid, name.length]));
  for (const [uuid, length] of acknowledged) {
    if (!found.has(uuid) || (length !== null && found.get(uuid) !== length)) lost += 1;
  }
  const { status } = await call('GET', '/health');
  if (status !== 200) throw new Error(`health is ${status} after kill ${count}`);
}
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(dataDir, { recursive: true, force: true });
const seconds = Math.round((performance.now() - begun) / 1000);
process.stdout.write(
  `${KILLS} kills in ${seconds} s, ${acknowledged.size} rows acknowledged, ${lost} lost; answered otherwise: ${JSON.stringify([...failed])}\n`,
);
process.exitCode = lost === 0 && !failed.has(500) ? 0 : 1;
