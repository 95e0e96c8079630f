import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually';

/** The server as it is built and run: a process, its output, its exit code. Built inside the project to find its packages. */
const CACHE = join(process.cwd(), '.cache');
let place = '';
const running = new Set<ChildProcess>();

beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  place = mkdtempSync(join(CACHE, 'server-'));
  execFileSync(process.execPath, ['server/build.mjs', join(place, 'server')]);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const newDataDir = (): string => mkdtempSync(join(place, 'data-'));

type Vars = Readonly<Record<string, string>>;

const run = (entry: string, vars: Vars, args: readonly string[] = []) => {
  const env = { PATH: process.env.PATH ?? '', ...vars };
  const child = spawn(process.execPath, [join(place, 'server', `${entry}.js`), ...args], { env });
  running.add(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  );
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => out.includes('ready\n') && resolve());
    child.once('close', () => reject(new Error(`ended before ready: ${err}`)));
  });
  ready.catch(() => undefined);
  return { child, ended, ready, output: () => out };
};

const startServer = async (vars: Vars = {}) => {
  const port = await freePort();
  const server = run('main', { PORT: String(port), DATA_DIR: newDataDir(), ...vars });
  await server.ready;
  return { ...server, port, url: `http://127.0.0.1:${port}` };
};

const signIn = async (url: string, identifier: string, password: string): Promise<{ status: number; jwt: string }> => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ identifier, password });
  const answer = await fetch(`${url}/api/auth/local`, { method: 'POST', headers, body });
  return { status: answer.status, jwt: ((await answer.json()) as { jwt: string }).jwt };
};

describe('starting', () => {
  test('given an empty folder, then the server works, prints its address, and has a demo account with three lists', async () => {
    const { output, port, url } = await startServer();
    expect(output()).toBe(`Listy on http://localhost:${port}\ndemo account: demo@example.com / demo1234\nready\n`);
    const { jwt } = await signIn(url, 'demo@example.com', 'demo1234');
    const answer = await fetch(`${url}/api/lists`, { headers: { Authorization: `Bearer ${jwt}` } });
    const { data } = (await answer.json()) as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toEqual(['Zakupy na weekend', 'Apteka', 'Pizza w piątek']);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  test('given a second start, then the data and the secret are there, and only the owner can read the secret', async () => {
    const dataDir = newDataDir();
    const first = await startServer({ DATA_DIR: dataDir });
    const { jwt } = await signIn(first.url, 'demo', 'demo1234');
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    const secret = readFileSync(join(dataDir, 'jwt-secret'), 'utf8');
    first.child.kill('SIGTERM');
    await first.ended;
    const second = await startServer({ DATA_DIR: dataDir });
    const answer = await fetch(`${second.url}/api/users/me`, { headers: { Authorization: `Bearer ${jwt}` } });
    expect(answer.status).toBe(200);
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret);
  });

  test('in production makes no demo account', async () => {
    const { output, url } = await startServer({ NODE_ENV: 'production', JWT_SECRET: 'p'.repeat(40) });
    expect(output()).not.toContain('demo');
    expect((await signIn(url, 'demo@example.com', 'demo1234')).status).toBe(400);
  });

  const failures: readonly (readonly [string, () => Promise<Vars> | Vars, string])[] = [
    ['the environment is wrong', () => ({ PORT: 'x', DEMO: 'maybe' }), 'PORT must be'],
    [
      'the port is in use',
      async () => ({ PORT: String((await startServer()).port), DATA_DIR: newDataDir() }),
      'in use',
    ],
    [
      'the data folder is a file',
      () => {
        const file = join(newDataDir(), 'file');
        writeFileSync(file, '');
        chmodSync(file, 0o400);
        return { DATA_DIR: join(file, 'data') };
      },
      'cannot be written',
    ],
    ['the data folder is in a place that takes none', () => ({ DATA_DIR: '/proc/listy/data' }), 'cannot be written'],
    [
      'the database is something else',
      () => {
        const dataDir = newDataDir();
        writeFileSync(join(dataDir, 'listy.sqlite'), 'this is not a database, it is only text '.repeat(50));
        return { DATA_DIR: dataDir };
      },
      'database cannot be opened',
    ],
    ...['', 'short'].map(
      (secret) =>
        [
          `the kept secret was cut to "${secret}", as by a disk that was full at the first start`,
          () => {
            const dataDir = newDataDir();
            writeFileSync(join(dataDir, 'jwt-secret'), secret);
            return { DATA_DIR: dataDir };
          },
          'jwt-secret',
        ] as const,
    ),
    [
      'PostgreSQL does not answer',
      () => ({ DATABASE_URL: 'postgres://127.0.0.1:9/x', DATA_DIR: newDataDir() }),
      'database',
    ],
  ];

  test.each(failures.map(([name, ...rest]) => [name, rest] as const))(
    'when %s says so in one line and ends with 1',
    async (_name, [vars, message]) => {
      const { code, err, out } = await run('main', await vars()).ended;
      expect(code).toBe(1);
      expect(err.trim().split('\n')).toEqual([expect.stringContaining(message)]);
      expect(out).not.toContain('ready');
    },
  );
});

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s ends the streams and leaves with 0', async (signal) => {
    const { url, child, ended } = await startServer();
    const { jwt } = await signIn(url, 'demo', 'demo1234');
    const stream = await fetch(`${url}/api/lists/all/sse`, { headers: { Authorization: `Bearer ${jwt}` } });
    const read = stream.text();
    child.kill(signal);
    expect(await read).toContain('retry: 1000');
    expect((await ended).code).toBe(0);
  });

  test('given `npm start`, whose shell alone gets the signal of `kill`, then the server ends too', async () => {
    const program = join(place, 'program');
    for (const folder of ['server', 'dist/server', 'bin']) mkdirSync(join(program, folder), { recursive: true });
    for (const name of ['start.mjs', 'endWithShell.mjs']) cpSync(join('server', name), join(program, 'server', name));
    writeFileSync(join(program, 'dist/server/main.js'), `import ${JSON.stringify(join(place, 'server/main.js'))};`);
    // Stands for the build.
    writeFileSync(join(program, 'bin/npm'), '#!/bin/sh\n', { mode: 0o755 });
    const PATH = `${join(program, 'bin')}:${process.env.PATH}`;
    const vars = { PATH, PORT: String(await freePort()), DATA_DIR: newDataDir(), npm_lifecycle_event: 'start' };
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${program}/server/start.mjs"; exit`], { env: vars });
    running.add(shell);
    for await (const chunk of shell.stdout) if (String(chunk).includes('ready')) break;
    shell.kill('SIGTERM');
    // The log leaves when the database is closed.
    await eventually(
      () => readdirSync(vars.DATA_DIR).sort().join(),
      (names) => names === 'jwt-secret,listy.sqlite',
    );
  });
});

describe('the built app', () => {
  const ASSET = 'console.log("hello from the app");\n'.repeat(100);
  const PAGE = '<!doctype html><title>Listy</title>';

  const withApp = async () => {
    const client = join(place, 'client');
    mkdirSync(join(client, 'assets'), { recursive: true });
    writeFileSync(join(client, 'index.html'), PAGE);
    writeFileSync(join(client, 'sw.js'), '// worker');
    writeFileSync(join(client, 'manifest.webmanifest'), '{}');
    writeFileSync(join(client, 'assets/app-1a2b3c.js'), ASSET);
    return startServer({ CSP_CONNECT: 'https://eu.example', CORS_ORIGINS: 'https://other.example' });
  };

  test('is served with the right cache headers', async () => {
    const { url } = await withApp();
    const html = { accept: 'text/html,application/xhtml+xml' };
    const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });
    for (const path of ['/', '/lists/some-uuid', '/guest', '/index.html']) {
      const page = await get(path, html);
      expect([page.status, await page.text(), page.headers.get('cache-control')]).toEqual([200, PAGE, 'no-cache']);
    }
    for (const path of ['/sw.js', '/manifest.webmanifest']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
    }
    const asset = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await asset.text()).toBe(ASSET);
    for (const path of ['/assets/app-old.js', '/assets/', '/api/nope', '/api', '/assets/..%2findex.html']) {
      expect((await get(path, html)).status).toBe(404);
    }
    // A program that takes anything, such as a messenger that draws a preview of a link.
    expect((await get('/lists/some-uuid')).status).toBe(200);
    expect((await get('/lists/some-uuid', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/%2e%2e/%2e%2e/package.json', html)).status).not.toBe(500);
  });

  test('is served below the path it was built for, and nowhere else', async () => {
    await withApp();
    writeFileSync(join(place, 'client/manifest.webmanifest'), '{"scope":"/listy/"}');
    const { output, port, url } = await startServer();
    expect(output()).toContain(`Listy on http://localhost:${port}/listy/\n`);
    expect((await fetch(`${url}/listy/api/health`)).status).toBe(200);
    const { ended } = run('main', { BASE_PATH: '/other/', DATA_DIR: newDataDir() });
    expect(await ended).toMatchObject({
      code: 1,
      err: 'Listy cannot start: the app was built for /listy/: build it with BASE_PATH=/other/ npm run build\n',
    });
  });

  test('has a strict content policy, and answers the configured origins only', async () => {
    const { url } = await withApp();
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://eu.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('strict-transport-security')).toBeNull();
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const preflight = (origin: string) =>
      fetch(`${url}/api/lists`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
      });
    const allowed = await preflight('https://other.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://other.example');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const refused = await fetch(`${url}/api/lists`, { headers: { origin: 'https://other.example' } });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const account = { username: 'vary@example.com', email: 'vary@example.com', password: 'correct horse' };
    const headers = { 'Content-Type': 'application/json' };
    const register = { method: 'POST', headers, body: JSON.stringify(account) };
    const { jwt } = (await (await fetch(`${url}/api/auth/local/register`, register)).json()) as { jwt: string };
    const lists = await fetch(`${url}/api/lists`, {
      headers: { origin: 'https://other.example', authorization: `Bearer ${jwt}` },
    });
    expect(lists.headers.get('vary')).toMatch(/origin.*authorization/i);
  });
});

describe('the listy command', () => {
  const listy = (dataDir: string, args: readonly string[]) => run('listy', { DATA_DIR: dataDir }, args).ended;

  test('backs up under a running server, and restores when it is stopped', async () => {
    const dataDir = newDataDir();
    const copy = join(dataDir, '..', `${randomUUID()}.sqlite`);
    const { child, ended } = await startServer({ DATA_DIR: dataDir });
    expect((await listy(dataDir, ['backup', copy])).out).toContain('1 account, 3 lists, 12 items');
    expect(await listy(dataDir, ['restore', copy])).toMatchObject({ code: 1, err: 'the server runs: stop it first\n' });
    child.kill('SIGKILL');
    await ended;
    expect(await listy(dataDir, ['restore', copy])).toMatchObject({ code: 0, err: '' });
    const { url } = await startServer({ DATA_DIR: dataDir });
    expect((await signIn(url, 'demo', 'demo1234')).status).toBe(200);
  });

  test('given unknown arguments, then it prints its usage and exits with 2', async () => {
    expect(await listy(newDataDir(), ['fly'])).toMatchObject({ code: 2, err: expect.stringContaining('Usage') });
  });
});

/** Only PostgreSQL can go away under a running server; the environment names an empty test database where there is one. */
const SHARED = process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : [];

for (const DATABASE_URL of SHARED) {
  test('given PostgreSQL that cuts a connection during a write, then the server goes on', async () => {
    const { url, ended } = await startServer({ DATABASE_URL });
    const admin = new pg.Client({ connectionString: DATABASE_URL });
    await admin.connect();
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const email = `${randomUUID()}@example.com`;
    const account = { username: email, email, password: 'correct horse' };
    const { jwt } = (await (await post('/api/auth/local/register', account)).json()) as { jwt: string };
    const write = async () => {
      const data = { uuid: randomUUID(), name: 'Weekend' };
      return (await post('/api/lists', { data }, { Authorization: `Bearer ${jwt}` })).status;
    };
    expect(await write()).toBe(201);

    await admin.query('begin');
    await admin.query('select clock from users where email = $1 for update', [email]);
    const waiting = write().catch(() => 'no answer');
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await admin.query(cut)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const end = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500, 'runs'))]);
    await admin.end();
    expect(end).toBe('runs');
    expect(await waiting).toBe(503);
    expect(await write()).toBe(201);
  });
}
