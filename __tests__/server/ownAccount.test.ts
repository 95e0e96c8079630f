import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../server/src/demoAccount';
import {
  addItem,
  addList,
  type Client,
  errorOf,
  type Login,
  recordOf,
  START,
  type TestServer,
  testServer,
  type Wire,
} from './testServer';

/** Taking one's data along, and leaving for good. */

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const DAY_MS = 24 * 60 * 60 * 1000;

interface Person extends Client {
  readonly account: string;
  readonly password: string;
}

const signUp = async (server: TestServer, name: string): Promise<Person> => {
  const account = `${name.toLowerCase()}-${randomUUID()}`;
  const client = await server.signUp(account);
  await client.call('PUT', '/api/users/me', { name });
  return { ...client, account, password: `${account} secret` };
};

const join = async (owner: Client, { documentId }: Wire, newcomer: Client): Promise<Wire> => {
  const invited = await owner.call('POST', `/api/lists/${documentId}/invites`);
  const { code } = (invited.body as { data: { code: string } }).data;
  return recordOf(await newcomer.call('POST', '/api/invites/accept', { code }));
};

const exportOf = ({ call }: Client) => call('GET', '/api/users/me/export');
const leave = ({ call }: Client, password: unknown) => call('DELETE', '/api/users/me', { password });

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))('%s', (_name, location) => {
  describe('an export', () => {
    test('holds all data of the person, removed lists too, and no secret', async () => {
      const server = await testServer({ location });
      const [ania, basia] = [await signUp(server, 'Ania'), await signUp(server, 'Basia')];
      await addItem(ania, 'milk', (await addList(ania, 'weekend')).uuid, 'Milk');
      const gone = await addList(ania, 'party', 'Party');
      await addItem(ania, 'cake', gone.uuid, 'Cake');
      await ania.call('DELETE', `/api/lists/${gone.documentId}`);
      server.clock.now += 1000;
      const shared = await addList(basia, 'shared');
      await addItem(basia, 'bread', shared.uuid, 'Bread');
      await join(basia, shared, ania);
      const answer = await exportOf(ania);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-disposition']).toBe('attachment; filename="listy.json"');
      expect(answer.body).toMatchObject({
        format: 'listy-export-1',
        exportedAt: new Date(server.clock.now).toISOString(),
        account: { username: ania.account, email: `${ania.account}@example.com`, name: 'Ania' },
        lists: [
          { uuid: 'weekend', role: 'owner', members: 1, items: [{ uuid: 'milk', description: 'Milk', done: false }] },
          { uuid: 'shared', role: 'member', members: 2, items: [{ uuid: 'bread', description: 'Bread' }] },
        ],
        removedLists: [{ name: 'Party', items: [{ description: 'Cake' }] }],
        sessions: [{ lastSeenAt: new Date(START).toISOString() }],
      });
      expect(answer.text).not.toMatch(/password|hash|Basia/i);
      const others = (await exportOf(basia)).body as { lists: unknown[]; removedLists: unknown[] };
      expect([others.lists.length, others.removedLists.length]).toEqual([1, 0]);
      server.clock.now += 30 * DAY_MS;
      const known = { identifier: ania.account, password: ania.password };
      const { jwt } = (await server.call('POST', '/api/auth/local', known)).body as Login;
      const bearer = { authorization: `Bearer ${jwt}` };
      const later = (await server.call('GET', '/api/users/me/export', undefined, bearer)).body as typeof others;
      expect(later.removedLists).toEqual([]);
    });

    test('is empty for an account without lists, and is limited to ten a minute', async () => {
      const server = await testServer({ location });
      const ania = await signUp(server, 'Ania');
      expect((await exportOf(ania)).body).toMatchObject({ lists: [], removedLists: [] });
      const statuses: number[] = [];
      for (let at = 0; at < 10; at += 1) statuses.push((await exportOf(ania)).status);
      expect(statuses).toEqual([...Array(9).fill(200), 429]);
      expect((await server.call('GET', '/api/users/me/export')).status).toBe(403);
    });
  });

  describe('a deleted account', () => {
    test('removes private lists; shared ones stay with the other members', async () => {
      const server = await testServer({ location });
      const [ania, basia] = [await signUp(server, 'Ania'), await signUp(server, 'Basia')];
      await addItem(ania, 'own', (await addList(ania, 'private')).uuid);
      const owned = await addList(ania, 'weekend');
      await addItem(ania, 'milk', owned.uuid);
      await join(ania, owned, basia);
      const joined = await addList(basia, 'hers');
      await join(basia, joined, ania);
      const answer = await leave(ania, ania.password);
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
      expect((await ania.call('GET', '/api/users/me')).status).toBe(401);
      const again = { identifier: ania.account, password: ania.password };
      expect((await server.call('POST', '/api/auth/local', again)).status).toBe(400);
      expect((await exportOf(basia)).body).toMatchObject({
        lists: [
          { uuid: 'weekend', role: 'owner', members: 1, items: [{ uuid: 'milk' }] },
          { uuid: 'hers', role: 'owner', members: 1 },
        ],
      });
      for (const table of ['lists', 'items', 'events', 'memberships', 'removed_lists', 'sessions'] as const) {
        const left = await server.database.db
          .selectFrom(table)
          .selectAll()
          .where('user_id', '=', ania.userId)
          .execute();
        expect([table, left]).toEqual([table, []]);
      }
    });

    test('frees the name, and the next account with it has none of the data', async () => {
      const server = await testServer({ location });
      const ania = await signUp(server, 'Ania');
      await addList(ania, 'private');
      await leave(ania, ania.password);
      const newcomer = await server.signUp(ania.account);
      expect((await exportOf(newcomer)).body).toMatchObject({ account: { name: null }, lists: [] });
      expect((await ania.call('GET', '/api/lists')).status).toBe(401);
    });

    test.each([['wrong'], [''], [undefined], [1], [null], [['x']]])(
      'is not deleted by the password %j',
      async (password) => {
        const server = await testServer({ location });
        const ania = await signUp(server, 'Ania');
        expect((await leave(ania, password)).status).toBe(400);
        expect((await ania.call('GET', '/api/users/me')).status).toBe(200);
      },
    );

    test('given a stolen session, then tries of the password are limited', async () => {
      const server = await testServer({ location, triesPerMinute: 3 });
      const ania = await signUp(server, 'Ania');
      const statuses: number[] = [];
      for (let at = 0; at < 4; at += 1) statuses.push((await leave(ania, 'a guess')).status);
      expect(statuses).toEqual([400, 400, 400, 429]);
      expect((await leave(ania, ania.password)).status).toBe(429);
    });

    test('given several parallel requests while other devices write, then it is deleted once', async () => {
      const server = await testServer({ location });
      const [ania, basia] = [await signUp(server, 'Ania'), await signUp(server, 'Basia')];
      const list = await addList(ania, 'weekend');
      await join(ania, list, basia);
      const writes = Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? ania : basia).call('POST', '/api/list-items', {
          data: { uuid: `item-${at}`, list: 'weekend', description: String(at) },
        }),
      );
      const removals = [1, 2, 3].map(() => leave(ania, ania.password));
      const statuses = (await Promise.all([...writes, ...removals])).map(({ status }) => status);
      for (const status of statuses) expect([200, 201, 401]).toContain(status);
      expect(statuses.slice(10)).toContain(200);
      const { lists } = (await exportOf(basia)).body as { lists: { role: string; items: { uuid: string }[] }[] };
      const kept = new Set(lists[0]?.items.map(({ uuid }) => uuid));
      // What was answered as done is there.
      statuses.slice(0, 10).forEach((status, at) => {
        expect(kept.has(`item-${at}`)).toBe(status === 201);
      });
      expect(lists[0]?.role).toBe('owner');
    });
  });
});

test('the demo account stays, and may be exported', async () => {
  const server = await testServer({ demo: true });
  await server.services.users.add({ username: 'demo', email: DEMO_EMAIL, password: DEMO_PASSWORD });
  const { jwt } = (await server.call('POST', '/api/auth/demo', {})).body as Login;
  const headers = { authorization: `Bearer ${jwt}` };
  const answer = await server.call('DELETE', '/api/users/me', { password: DEMO_PASSWORD }, headers);
  expect(errorOf(answer)).toMatchObject({ status: 400 });
  expect((await server.call('GET', '/api/users/me/export', undefined, headers)).status).toBe(200);
});

test('given a deletion that comes after the account was deleted and made again, then the new account stays', async () => {
  const { services } = await testServer({ location: LOCATIONS[0] ?? '' });
  const { users } = services;
  const email = `${randomUUID()}@example.com`;
  const add = () => users.add({ username: email, email, password: 'ania secret' });
  const { id, token_version: version } = await add();
  const caller = { user: id, session: 'session', version };
  expect(await users.remove(email, caller)).toBe(true);
  await add();
  expect(await users.remove(email, caller)).toBe(false);
  expect(await users.byEmail(email)).toBeDefined();
});
