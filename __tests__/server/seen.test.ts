import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { AppSettings } from '../../server/src/app';
import { openDatabase } from '../../server/src/database';
import { makeMetrics } from '../../server/src/metrics';
import { serveMetrics, watchServices } from '../../server/src/metricsServer';
import { migrate } from '../../server/src/migrate';
import { networkOf } from '../../server/src/networkOf';
import { makeServices } from '../../server/src/services';
import { addList, CHEAP_PASSWORDS, type Login, testServer } from './testServer';

/** A server whose log lines are kept. */
const loggingServer = async (settings: Partial<AppSettings> = {}) => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { lines, ...(await testServer({ logger: { level: 'info', stream }, trustedProxies: 1, ...settings })) };
};
const FROM = { 'x-forwarded-for': '192.0.2.7' };

test('a failed sign-in is one log line with the address and the reason, without name and password', async () => {
  const { lines, ...server } = await loggingServer({ triesPerMinute: 1 });
  await server.signUp('ania');
  await server.database.db.updateTable('users').set({ blocked: 1 }).execute();
  const signIn = (identifier: string, password: string) =>
    server.call('POST', '/api/auth/local', { identifier, password }, FROM);
  await signIn('nobody@example.com', 'a guess');
  const blocked = await signIn('ania', 'ania secret');
  await signIn('ania', 'another guess');
  await signIn('ania', 'ania secret');
  expect(lines.map(({ msg, address, reason }) => [msg, address, reason])).toEqual([
    ['signed up', '127.0.0.1', undefined],
    ['sign-in failed', '192.0.2.7', 'wrong name or password'],
    ['sign-in failed', '192.0.2.7', 'blocked account'],
    ['sign-in failed', '192.0.2.7', 'wrong name or password'],
    ['sign-in failed', '192.0.2.7', 'too many tries'],
    ['refused', '192.0.2.7', undefined],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/nobody|ania|guess|secret/);
  expect(lines[2]?.reqId).toBe(blocked.headers['x-request-id']);
  expect(new Set(lines.slice(0, 5).map(({ reqId }) => reqId)).size).toBe(5);
});

test('an act on an account is one log line with its id and the address, without names and secrets', async () => {
  const { lines, ...server } = await loggingServer();
  const { userId } = await server.signUp('ania');
  const signIn = await server.call('POST', '/api/auth/local', { identifier: 'ania', password: 'ania secret' }, FROM);
  let { jwt } = signIn.body as Login;
  const call = async (path: string, body: object = {}) => {
    const answer = await server.call('POST', `/api/auth/${path}`, body, { ...FROM, authorization: `Bearer ${jwt}` });
    jwt = (answer.body as Partial<Login>).jwt ?? jwt;
    return answer.status;
  };
  const password = 'another secret';
  await call('change-password', { currentPassword: 'ania secret', password, passwordConfirmation: password });
  await call('logout-others');
  await call('logout');
  const again = await server.call('POST', '/api/auth/local', { identifier: 'ania', password }, FROM);
  const headers = { ...FROM, authorization: `Bearer ${(again.body as Login).jwt}` };
  await server.call('GET', '/api/users/me/export', undefined, headers);
  await server.call('DELETE', '/api/users/me', { password }, headers);
  expect(await call('logout')).toBe(401);
  expect(lines.map(({ msg, user, address }) => [msg, user, address])).toEqual([
    ['signed up', userId, '127.0.0.1'],
    ['signed in', userId, '192.0.2.7'],
    ['password changed', userId, '192.0.2.7'],
    ['other sessions ended', userId, '192.0.2.7'],
    ['signed out', userId, '192.0.2.7'],
    ['signed in', userId, '192.0.2.7'],
    ['data exported', userId, '192.0.2.7'],
    ['account removed', userId, '192.0.2.7'],
    ['refused', undefined, '192.0.2.7'],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ania|secret|eyJ/);
});

test('a refused call is one log line with its status and route, without its content', async () => {
  const { lines, ...server } = await loggingServer({ triesPerMinute: 1 });
  const ania = await server.signUp('ania');
  lines.length = 0;
  await server.call('GET', '/api/lists?filters[uuid]=guess', undefined, FROM);
  await ania.call('POST', '/api/invites/accept', { code: 'guess' }, FROM);
  await ania.call('POST', '/api/invites/accept', { code: 'guess' }, FROM);
  await server.call('POST', '/api/invites/preview', { code: 'guess' }, FROM);
  await ania.call('GET', '/api/lists/gone/members', undefined, FROM);
  expect(lines.map(({ msg, user, status, route }) => [msg, user, status, route])).toEqual([
    ['refused', undefined, 403, 'GET /api/lists'],
    ['refused', ania.userId, 404, 'POST /api/invites/accept'],
    ['refused', ania.userId, 429, 'POST /api/invites/accept'],
    ['refused', undefined, 404, 'POST /api/invites/preview'],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ania|guess/);
});

test.each([
  ['192.0.2.7:5678', '192.0.2.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('given a proxy that sends the address %s, then the limit of tries counts %s', (told, counted) => {
  expect(networkOf(told)).toBe(counted);
});

test('metrics count requests by route and status, on their own port, without names', async () => {
  const metrics = makeMetrics();
  const { call, signUp, services } = await testServer({ metrics });
  watchServices(metrics, services);
  const client = await signUp('ania');
  const { documentId } = await addList(client, 'weekend');
  await client.call('PUT', `/api/lists/${documentId}`, { data: { name: 'x' } });
  await call('GET', '/api/lists');
  expect((await call('GET', '/metrics')).status).toBe(404);

  const server = await serveMetrics(metrics, '127.0.0.1', 0);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(`${base}/metrics`);
  const text = await answer.text();
  expect((await fetch(`${base}/`)).status).toBe(404);
  server.close();
  server.closeAllConnections();
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  for (const line of [
    'http_requests_total{method="POST",route="/api/lists",status="201"} 1',
    'http_requests_total{method="PUT",route="/api/lists/:documentId",status="200"} 1',
    'http_requests_total{method="GET",route="/api/lists",status="403"} 1',
    'http_request_duration_seconds_count{method="POST",route="/api/lists"} 1',
    'listy_streams 0',
    'listy_database_waiting 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toMatch(/ania|weekend/);
  expect(text).not.toContain(documentId);
  // Each line is a comment, or a name, labels and a number.
  const LINE = /^(#.*|[a-z_0-9]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+)$/;
  expect(
    text
      .trimEnd()
      .split('\n')
      .filter((line) => !LINE.test(line)),
  ).toEqual([]);
});

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'metrics tell how long the statements of a write took, by their kind alone (%s)',
  async (_name, location) => {
    const metrics = makeMetrics();
    const database = await openDatabase(location, migrate, metrics.watchStatement);
    const { users, records } = makeServices({ database, passwordCost: CHEAP_PASSWORDS });
    const email = `${randomUUID()}@example.com`;
    const { id: userId } = await users.add({ username: email, email, password: 'ania secret' });
    await records.create({ userId, session: null }, 'lists', { uuid: 'weekend', name: 'Weekend' }, []);
    await database.close();
    const text = metrics.text();
    for (const word of ['select', 'insert', 'update', 'begin', 'commit']) {
      const count = new RegExp(`^listy_database_statement_seconds_count\\{statement="${word}"\\} ([1-9]\\d*)$`, 'm');
      expect(text).toMatch(count);
    }
    expect(text).toMatch(/^listy_database_statement_seconds_bucket\{statement="commit",le="5"\} [1-9]\d*$/m);
    expect(text).not.toMatch(/ania|weekend/i);
    expect(text).not.toContain('statement=""');
  },
);
