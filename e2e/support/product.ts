import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The product as `npm start` runs it, on a port and a data folder of its own. */
export interface Product {
  readonly origin: string;
  /** Kills the server as a power cut would, or asks it to stop. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Calls the API as another program would; `from` is the address that the server takes it to come from. */
  call(method: string, path: string, options?: { jwt?: string; body?: unknown; from?: string }): Promise<unknown>;
  /** Creates an account over the API and returns its token. Each comes from another address: sign-ups of one are limited. */
  signUp(email: string): Promise<string>;
  /** Sets a new password on the server, as its owner would; all tokens of the account end. */
  setPassword(email: string, password: string): Promise<void>;
  /** Copies the database file, with the server at rest. */
  copyData(): Promise<void>;
  /** Replaces the database file by the copy, as an operator who restores a backup does. */
  restoreData(): Promise<void>;
  /** Stops it for good and removes its data. */
  dispose(): Promise<void>;
}

export const DEMO = { email: 'demo@example.com', password: 'demo1234' };
const FILE = 'listy.sqlite';
const COPY = 'copy-of-listy';

export const PASSWORD = 'a good password';

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
};

/** The build to test; `E2E_DIST` names another folder than the project's. */
const DIST = resolve(import.meta.dirname, '../..', process.env.E2E_DIST ?? 'dist');
const run = promisify(execFile);

const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (/\bready\b/.test(output)) done();
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${output}`)));
  });

/**
 * @param dist the folder of the build; its `server/main.js` serves its `client`
 * @param base the path that the build is for
 */
export const startProduct = async (env: Record<string, string> = {}, dist = DIST, base = '/'): Promise<Product> => {
  const main = join(dist, 'server/main.js');
  const user = join(dist, 'server/listy.js');
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const data = mkdtempSync(join(tmpdir(), 'listy-e2e-'));
  const origin = `http://localhost:${port}`;
  let server: ChildProcess | null = null;

  const ownEnv = { NODE_ENV: 'development', PORT: String(port), DATA_DIR: data, TRUST_PROXY: '1' };
  const serverEnv = { ...process.env, ...ownEnv, ...env };
  let signUps = 0;

  const start = async (): Promise<void> => {
    server = spawn(process.execPath, [main], {
      env: serverEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await isReady(server);
  };

  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  };

  const call: Product['call'] = async (method, path, { jwt, body, from } = {}) => {
    const answer = await fetch(`${origin}${base}api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(jwt && { Authorization: `Bearer ${jwt}` }),
        ...(from && { 'X-Forwarded-For': from }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text ? JSON.parse(text) : null;
  };

  await start();
  return {
    origin,
    start,
    stop,
    call,
    signUp: async (email) => {
      const body = { username: email, email, password: PASSWORD };
      const from = `192.0.2.${++signUps}`;
      const answer = (await call('POST', '/auth/local/register', { body, from })) as { jwt?: string };
      if (!answer.jwt) throw new Error(`no account was created: ${JSON.stringify(answer)}`);
      return answer.jwt;
    },
    setPassword: async (email, password) => {
      await run(process.execPath, [user, 'user', 'password', email], {
        env: { ...serverEnv, LISTY_PASSWORD: password },
      });
    },
    copyData: async () => {
      await stop();
      cpSync(join(data, FILE), join(data, COPY));
      await start();
    },
    restoreData: async () => {
      await stop();
      for (const old of [FILE, `${FILE}-wal`, `${FILE}-shm`]) rmSync(join(data, old), { force: true });
      cpSync(join(data, COPY), join(data, FILE));
      await start();
    },
    dispose: async () => {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
};
