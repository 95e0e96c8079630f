import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { backupCommand } from '../../server/src/commands/backup';
import { restoreCommand } from '../../server/src/commands/restore';
import { databaseFileIn, prepareDataDir } from '../../server/src/dataFolder';
import type { SendRequest } from '../../src/sync/wire/call';
import { anItem, itemId, listId, updateOf } from '../support/builders';
import { makeHost, roundOver } from '../support/roundOver';
import { viewOf } from '../support/viewOf';
import {
  addItem,
  addList,
  type Client,
  type Login,
  recordsOf,
  type TestServer,
  testServer,
  type Wire,
} from './testServer';

/** An operator's day as one: `listy backup`, more work, the server is stopped, `listy restore`, the server is started, the devices come. */

const LIST = listId(1);
const [MILK, BREAD, CHEESE] = [itemId(1), itemId(2), itemId(3)];
const A_DAY = 24 * 60 * 60_000;
let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'listy-restore-devices-'));
  process.env.DATA_DIR = dataDir;
  prepareDataDir(dataDir);
});
afterEach(() => {
  delete process.env.DATA_DIR;
  rmSync(dataDir, { recursive: true, force: true });
});

const sendTo =
  ({ call }: Client): SendRequest =>
  async ({ method, path, body, idempotencyKey }) => {
    const keys: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
    const { status, text, headers } = await call(method, `/api${path}`, body, keys);
    return { status, body: text, header: (name) => (headers[name.toLowerCase()] as string | undefined) ?? null };
  };

const stop = async ({ app, database }: TestServer): Promise<void> => {
  await app.close();
  await database.close();
};

/** The server anew over the same folder, and the person with the token that the devices hold. */
const startAgain = async (jwt: string, now: number): Promise<{ server: TestServer; person: Client }> => {
  const server = await testServer({ location: databaseFileIn(dataDir) });
  server.clock.now = now;
  const own = { authorization: `Bearer ${jwt}`, 'x-session-id': 'device' };
  const call: Client['call'] = (method, url, body, headers) => server.call(method, url, body, { ...own, ...headers });
  return { server, person: { jwt, userId: 1, call } };
};

const items = async ({ call }: Client): Promise<readonly string[]> =>
  recordsOf(await call('GET', '/api/list-items'))
    .filter(({ deletedAt }: Wire) => deletedAt === null)
    .map(({ description, done }: Wire) => `${description} ${done}`)
    .sort();

test('given a backup of yesterday that is restored, devices bring back what is newer, what they had not sent too, and what they removed stays removed', async () => {
  const server = await testServer({ location: databaseFileIn(dataDir) });
  const ania = await server.signUp('ania');
  await addList(ania, LIST);
  await addItem(ania, MILK, LIST, 'milk');
  const cheese = await addItem(ania, CHEESE, LIST, 'cheese');
  expect(backupCommand([join(dataDir, 'yesterday')])).toContain('yesterday holds');

  server.clock.now += A_DAY;
  await addItem(ania, BREAD, LIST, 'bread');
  const [milk] = recordsOf(await ania.call('GET', '/api/list-items'));
  await ania.call('PUT', `/api/list-items/${milk?.documentId}`, { data: { done: true } });
  const device = makeHost();
  await roundOver(device, sendTo(ania));
  await ania.call('DELETE', `/api/list-items/${cheese.documentId}`);
  await roundOver(device, sendTo(ania));
  device.type(updateOf(anItem(2, LIST), { quantity: '2' }, 7));
  const { now } = server.clock;
  await stop(server);

  expect(restoreCommand([join(dataDir, 'yesterday')])).toContain('what was there is kept in');
  const { server: restored, person } = await startAgain(ania.jwt, now + A_DAY);
  expect(await items(person)).toEqual(['cheese false', 'milk false']);
  expect(await roundOver(device, sendTo(person))).toEqual({ kind: 'done' });
  expect(await items(person)).toEqual(['bread false', 'milk true']);
  const late = makeHost();
  await roundOver(late, sendTo(person));
  expect(viewOf(late.state(), 'items', LIST, BREAD)).toMatchObject({ description: 'bread', quantity: '2' });
  // Who signed up since is not in the copy, and the password of its day signs in.
  const login = { identifier: 'ania', password: 'ania secret' };
  expect(((await restored.call('POST', '/api/auth/local', login)).body as Login).user.username).toBe('ania');
  await stop(restored);
});
