import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { cpuOfRun } from '../support/cpuOfRun';
import { addItem, addList, errorOf, type Login, recordsOf, testServer } from './testServer';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a hostile body', () => {
  test.each([
    ['POST', '/api/lists', (deep: string) => `{"data":{"uuid":"x","name":${deep}}}`],
    ['POST', '/api/lists', (deep: string) => `{"data":${deep}}`],
    ['POST', '/api/auth/local', (deep: string) => `{"identifier":${deep},"password":"x"}`],
  ])('%s %s with values nested a hundred thousand deep is a 400', async (method, path, body) => {
    const server = await testServer();
    const client = await server.signUp('ania');
    const answer = await client.call(method, path, body(nested(100_000)));
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(2000);
  });

  test('a batch nested deep in one entry refuses that entry only', async () => {
    const server = await testServer();
    const client = await server.signUp('ania');
    await addList(client, 'own');
    const entries = `[{"uuid":"own","name":${nested(100_000)}},{"uuid":"own","name":"New"}]`;
    const answer = await client.call('PATCH', '/api/lists/patch', `{"data":${entries}}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: [{ name: 'New' }], meta: { rejected: [{ status: 400 }] } },
    });
  });

  test('a batch of hundreds of thousands of empty entries is refused whole, at once', async () => {
    const server = await testServer();
    const client = await server.signUp('ania');
    const body = `{"data":[${Array(340_000).fill('{}').join()}]}`;
    const call = await cpuOfRun(async () => {
      const answer = await client.call('PATCH', '/api/lists/patch', body);
      expect(answer.text.length).toBeLessThan(2000);
      expect(answer.status).toBe(413);
    });
    // The body has to be read; to look at each entry would take a hundred times as long as to parse it once.
    expect(call).toBeLessThan(20 * (await cpuOfRun(() => JSON.parse(body))));
  });

  test('a short batch that names one row with a long text thousands of times is refused whole', async () => {
    const server = await testServer();
    const client = await server.signUp('ania');
    await addList(client, 'own');
    await addItem(client, 'long', 'own', 'x'.repeat(500_000));
    const data = Array.from({ length: 5000 }, (_, at) => ({ uuid: 'long', done: at % 2 === 0 }));
    const answer = await client.call('PATCH', '/api/list-items/patch', { data });
    expect([answer.status, errorOf(answer).name]).toEqual([413, 'PayloadTooLargeError']);
    const unchanged = data.map(({ uuid }) => ({ uuid, done: false }));
    expect((await client.call('PATCH', '/api/list-items/patch', { data: unchanged })).status).toBe(413);
    expect(recordsOf(await client.call('GET', '/api/list-items'))).toMatchObject([{ done: false }]);
    const few = await client.call('PATCH', '/api/list-items/patch', { data: data.slice(0, 20) });
    expect(recordsOf(few)).toHaveLength(20);
  });

  test('a packed body is not unpacked', async () => {
    const server = await testServer();
    const client = await server.signUp('ania');
    const packed = gzipSync(JSON.stringify({ data: { uuid: 'x', name: 'Weekend' } }));
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/lists',
      headers: {
        authorization: `Bearer ${client.jwt}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      payload: packed,
    });
    expect(answer.statusCode).toBe(400);
    expect(recordsOf(await client.call('GET', '/api/lists'))).toEqual([]);
  });
});

test.each([
  'sort=LONG',
  'filters[LONG][$eq]=1',
  'filters[name][LONG]=1',
  'filters[updatedAt][LONG]=1',
  'pagination[LONG]=1',
])('the answer to a pull with ?%s does not repeat a long value', async (query) => {
  const server = await testServer();
  const client = await server.signUp('ania');
  const answer = await client.call('GET', `/api/lists?${query.replace('LONG', 'x'.repeat(5000))}`);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(1000);
});

describe('a HEAD', () => {
  test('of the event stream opens no stream', async () => {
    const server = await testServer();
    const client = await server.signUp('ania');
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/lists/all/sse`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${client.jwt}` },
    });
    expect(answer.status).toBe(404);
    expect(server.services.hub.size()).toBe(0);
    server.app.server.closeAllConnections();
  });
});

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];

test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'a username that spells another’s email in other letters does not stand in the way of their sign-in (%s)',
  async (_name, location) => {
    const server = await testServer({ location });
    const name = `ola${process.pid}x${Date.now()}`;
    const stranger = {
      username: `${name}@Example.com`,
      email: `stranger-${name}@example.com`,
      password: 'the stranger’s',
    };
    const victim = { username: name, email: `${name}@example.com`, password: 'the victim’s' };
    for (const account of [stranger, victim]) await server.call('POST', '/api/auth/local/register', account);
    const login = { identifier: stranger.username, password: victim.password };
    const answer = await server.call('POST', '/api/auth/local', login);
    expect(answer.status).toBe(200);
    expect((answer.body as Login).user.username).toBe(name);
  },
);

describe('somebody else’s account', () => {
  test('its rows answer 404 to every route, also inside a batch and as the list of an item', async () => {
    const server = await testServer();
    const [ania, jan] = [await server.signUp('ania'), await server.signUp('jan')];
    const list = await addList(ania, 'list-of-ania');
    const item = await addItem(ania, 'item-of-ania', list.uuid);
    await addList(jan, 'list-of-jan');
    const calls = [
      ['GET', `/api/lists/${list.documentId}`],
      ['PUT', `/api/lists/${list.documentId}`, { data: { name: 'x' } }],
      ['DELETE', `/api/lists/${list.documentId}`],
      ['PUT', `/api/list-items/${item.documentId}`, { data: { done: true } }],
      ['DELETE', `/api/list-items/${item.documentId}`],
      ['POST', '/api/list-items', { data: { uuid: 'x', list: list.uuid } }],
    ] as const;
    for (const [method, path, body] of calls) expect((await jan.call(method, path, body)).status).toBe(404);
    const entries = [
      { documentId: item.documentId, done: true },
      { uuid: item.uuid, done: true },
    ];
    const batch = await jan.call('PATCH', '/api/list-items/patch', { data: entries });
    expect(batch.body).toMatchObject({ data: [], meta: { rejected: [{ status: 404 }, { status: 404 }] } });
    expect((await jan.call('POST', '/api/lists', { data: { uuid: list.uuid, name: 'mine' } })).status).toBe(201);
    expect((await ania.call('GET', `/api/lists/${list.documentId}`)).body).toMatchObject({ data: { name: 'Weekend' } });
  });
});

describe('the limit of tries', () => {
  test('counts the addresses of one IPv6 network as one', async () => {
    const server = await testServer({ triesPerMinute: 3, trustedProxies: 1 });
    const attempt = (host: number) =>
      server.call(
        'POST',
        '/api/auth/local',
        { identifier: 'nobody@example.com', password: 'guess' },
        { 'x-forwarded-for': `2001:db8:1:2::${host.toString(16)}` },
      );
    const statuses = [];
    for (let host = 1; host <= 5; host += 1) statuses.push((await attempt(host)).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
    const other = await server.call(
      'POST',
      '/api/auth/local',
      { identifier: 'nobody@example.com', password: 'guess' },
      { 'x-forwarded-for': '2001:db8:1:3::1' },
    );
    expect(other.status).toBe(400);
  });
});

describe('pagination at its ends', () => {
  test.each(['0', '-5', '999999999'])('page %s answers, and the size does not matter', async (page) => {
    const server = await testServer();
    const client = await server.signUp('ania');
    await addList(client, 'own');
    for (const size of ['0', '-1', '999999999']) {
      const path = `/api/lists?pagination[page]=${page}&pagination[pageSize]=${size}`;
      expect((await client.call('GET', path)).status).toBe(200);
    }
  });

  test.each(['\u0000', '\ud800', '💥'.repeat(30), '..%2f..%2f', 'constructor'])(
    'an address that ends in %j is no row',
    async (text) => {
      const server = await testServer();
      const client = await server.signUp('ania');
      const path = `/api/lists/${text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text)}`;
      const answer = await client.call('PUT', path, { data: { name: 'x' } });
      expect([400, 404, 414]).toContain(answer.status);
      expect(errorOf(answer)).toBeDefined();
    },
  );
});
