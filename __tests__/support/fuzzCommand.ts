import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../../server/src/app';
import { openDatabase } from '../../server/src/database';
import { makeServices } from '../../server/src/services';
import { fuzzRequests } from './fuzzRequests';
import { fuzzOwnership } from './ownershipFuzz';
import type { FuzzUser } from './ownershipRequests';

/**
 * `npm run fuzz -- --requests 200000 --seed 1`: odd requests to our server in this process, on a database in memory or the one
 * `TEST_DATABASE_URL` names. With `--ownership`, requests of three users about each other's rows instead.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string' },
    ownership: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const PORTION = 10_000;

const database = await openDatabase(process.env.TEST_DATABASE_URL ?? ':memory:');
const services = makeServices({ database, passwordCost: { memoryCost: 1024, timeCost: 1 } });
const jwtSecret = 'a secret for tests, long enough to be one';
const app = await buildApp({ services, jwtSecret, registration: true, triesPerMinute: Number.MAX_SAFE_INTEGER });

let authorization = '';
const call = async (method: string, url: string, payload?: string, headers: Record<string, string> = {}) => {
  const body = payload === undefined ? {} : { payload };
  const type = payload === undefined ? {} : { 'content-type': 'application/json' };
  const request = { method, url, headers: { authorization, ...type, ...headers }, ...body };
  const answer = await app.inject(request as InjectOptions);
  return { status: answer.statusCode, json: () => answer.json() };
};
const add = async (path: string, data: object): Promise<string> =>
  (await call('POST', path, JSON.stringify({ data }))).json().data.documentId;

const signUp = async (): Promise<{ jwt: string; user: { id: number } }> => {
  const email = `${randomUUID()}@example.com`;
  const account = { username: email, email, password: 'correct horse' };
  return (await call('POST', '/api/auth/local/register', JSON.stringify(account))).json();
};

const newSharer = async (): Promise<FuzzUser> => {
  const { jwt, user } = await signUp();
  const callAs: FuzzUser['call'] = async (method, url, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await call(method, url, text, { authorization: `Bearer ${jwt}` });
    return { status: answer.status, body: answer.status === 204 ? null : answer.json() };
  };
  await callAs('PUT', '/api/users/me', { name: `user ${user.id}` });
  return { id: user.id, call: callAs };
};

/** Sends one portion of the requests. Each portion has a seed of its own. */
type Send = (count: number, seed: number) => Promise<void>;

const oddRequests = async (): Promise<Send> => {
  authorization = `Bearer ${(await signUp()).jwt}`;
  const listId = await add('/api/lists', { uuid: 'own' });
  const itemId = await add('/api/list-items', { uuid: 'own-item', list: 'own' });
  return (count, portionSeed) => fuzzRequests({ call, listId, itemId }, count, portionSeed);
};

const foreignRequests: Send = async (count, portionSeed) => {
  const users = [await newSharer(), await newSharer(), await newSharer()];
  await fuzzOwnership(database, users, count, portionSeed);
};

const send = values.ownership ? foreignRequests : await oddRequests();
const found = values.ownership ? 'nobody saw or changed a foreign row' : 'none answered by a broken server';

const begun = performance.now();
process.stdout.write(`${requests} requests, seed ${seed}, ${database.dialect}\n`);
// In portions, so that the command can print its progress.
for (let sent = 0; sent < requests; sent += PORTION) {
  await send(Math.min(PORTION, requests - sent), seed + sent / PORTION);
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${Math.min(requests, sent + PORTION)} sent in ${seconds} s, ${found}\n`);
}
await app.close();
await database.close();
