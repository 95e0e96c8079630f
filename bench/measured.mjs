/** The processes of a measurement: a server that reports its CPU and memory, its load, and the readers of its streams. */
import { fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
export const MAIN = process.env.BENCH_SERVER ?? here('../dist/server/main.js');

const children = new Set();
/** Asks a child to end, and waits until it has. */
export const stop = (child) =>
  new Promise((resolve) => {
    children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

/** Starts a server that prints `ready` and can be probed. */
export const startMeasured = (script, args, env = {}) =>
  new Promise((resolve, reject) => {
    const flags = ['--expose-gc', '--import', here('probe.mjs'), script, ...args];
    const stdio = ['ignore', 'pipe', 'inherit', 'ipc'];
    const child = spawn(process.execPath, flags, { env: { ...process.env, ...env }, stdio });
    children.add(child);
    child.stdout.on('data', (chunk) => String(chunk).includes('ready') && resolve(child));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });

/** Asks for bytes and CPU ms. @param question 'cpu', or 'memory' to collect garbage first */
export const probe = (child, question) =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message.probe));
    child.send(question);
  });

/** A process that holds the reading ends of streams, see `streamHolder.mjs`. */
export const startHolder = () => {
  const child = fork(here('streamHolder.mjs'));
  children.add(child);
  const tell = (what, argument) =>
    new Promise((resolve, reject) => {
      child.once('message', ({ answer, error }) => (error ? reject(new Error(error)) : resolve(answer)));
      child.send([what, argument]);
    });
  return { child, tell };
};

/** Ends all processes that a stuck measurement left. */
export const killAll = () => {
  for (const child of children) child.kill('SIGKILL');
};

/** Users send requests for some seconds, with the load of `serverLoad.mjs`. CPU time per request varies less than elapsed time. */
export const measureLoad = async ({ server, kind, port, users, seconds }) => {
  const before = (await probe(server, 'cpu')).cpuMs;
  const figures = await new Promise((resolve, reject) => {
    const child = fork(here('serverLoad.mjs'));
    child.once('message', (told) => {
      child.disconnect();
      resolve(told);
    });
    child.once('exit', (code) => code && reject(new Error(`the load of ${kind} ended with ${code}`)));
    child.send({ kind, port, users, seconds });
  });
  const cpuMs = (await probe(server, 'cpu')).cpuMs - before;
  return { ...figures, cpuMsEach: Number((cpuMs / (figures.perSecond * seconds)).toFixed(3)) };
};

export const measureWrites = (load) => measureLoad({ ...load, kind: 'postItem' });

/** Each user signs up from an address of its own, as the limit of tries wants it. */
export const addUser = async (port, at, name = `user${at}`) => {
  const call = async (path, body, jwt) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.0.${at}` };
    if (jwt) headers.Authorization = `Bearer ${jwt}`;
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}`);
    return answer.json();
  };
  const account = { username: name, email: `${name}@example.com`, password: 'a password' };
  const { jwt } = await call('/auth/local/register', account);
  await call('/lists', { data: { uuid: `${at}-list-0`, name: 'List' } }, jwt);
  return { at, jwt };
};
