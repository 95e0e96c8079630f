/**
 * `node bench/kills.mjs --kills 50 --seed 1`: kills the built server (`npm run build:server`) in the middle of writes, again and again, starts it anew on the
 * same data, and looks whether every write it acknowledged is there. `DATABASE_URL` names an empty PostgreSQL database; without it the data are a SQLite file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4699' },
  },
});
const KILLS = Number(values.kills);
const WRITERS = 8;
const LONGEST_LIFE_MS = 1500;
/** Large now and then, so that SQLite's log is brought into its file while it is killed, too. */
const SIZES = [20, 20, 2000, 200_000];
const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const base = `http://127.0.0.1:${values.port}/api`;
const dataDir = mkdtempSync(join(tmpdir(), 'listy-kills-'));

let state = Number(values.seed) >>> 0;
/** A number from 0 to 1, the same ones for the same seed (mulberry32). */
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

const write = async (writer) => {
  for (;;) {
    written += 1;
    const uuid = `w${writer}-${written}`;
    const name = 'x'.repeat(SIZES[Math.floor(random() * SIZES.length)]);
    const answer = await call('POST', '/lists', { data: { uuid, name } }, own).catch(() => null);
    if (answer === null) return;
    if (answer.status === 201) acknowledged.set(uuid, name.length);
    // Small again, so that the rows do not fill the disk.
    const { documentId } = answer.body?.data ?? {};
    const edited =
      documentId && (await call('PUT', `/lists/${documentId}`, { data: { name: 'y' } }, own).catch(() => null));
    if (documentId && edited === null) {
      // Nobody knows whether it was applied.
      acknowledged.set(uuid, null);
      return;
    }
    if (edited?.status === 200) acknowledged.set(uuid, 1);
  }
};

let lost = 0;
const begun = performance.now();
for (let kill = 1; kill <= KILLS; kill += 1) {
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  await new Promise((resolve) => setTimeout(resolve, 200 + random() * LONGEST_LIFE_MS));
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await Promise.all([...writers, ended]);
  server = await start();
  const { body } = await call('GET', '/lists', undefined, own);
  const found = new Map(body.data.map(({ uuid, name }) => [uuid, name.length]));
  for (const [uuid, length] of acknowledged) {
    if (!found.has(uuid) || (length !== null && found.get(uuid) !== length)) lost += 1;
  }
  const { status } = await call('GET', '/health');
  if (status !== 200) throw new Error(`health is ${status} after kill ${kill}`);
}
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(dataDir, { recursive: true, force: true });
const seconds = Math.round((performance.now() - begun) / 1000);
process.stdout.write(`${KILLS} kills in ${seconds} s, ${acknowledged.size} rows acknowledged, ${lost} lost\n`);
process.exitCode = lost === 0 ? 0 : 1;
