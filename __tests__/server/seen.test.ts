import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../server/src/database';
import { makeMetrics } from '../../server/src/metrics';
import { serveMetrics, watchServices } from '../../server/src/metricsServer';
import { migrate } from '../../server/src/migrate';
import { networkOf } from '../../server/src/networkOf';
import { makeServices } from '../../server/src/services';
import { addList, CHEAP_PASSWORDS, testServer } from './testServer';

test('a failed sign-in is one line with the address and the reason, and without the name or the password', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const server = await testServer({ logger: { level: 'info', stream }, triesPerMinute: 1, trustedProxies: 1 });
  await server.signUp('ania');
  await server.database.db.updateTable('users').set({ blocked: 1 }).execute();
  const signIn = (identifier: string, password: string) =>
    server.call('POST', '/api/auth/local', { identifier, password }, { 'x-forwarded-for': '192.0.2.7' });
  await signIn('nobody@example.com', 'a guess');
  const blocked = await signIn('ania', 'ania secret');
  await signIn('ania', 'another guess');
  await signIn('ania', 'ania secret');
  expect(lines.map(({ msg, address, reason }) => [msg, address, reason])).toEqual([
    ['sign-in failed', '192.0.2.7', 'wrong name or password'],
    ['sign-in failed', '192.0.2.7', 'blocked account'],
    ['sign-in failed', '192.0.2.7', 'wrong name or password'],
    ['sign-in failed', '192.0.2.7', 'too many tries'],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/nobody|ania|guess|secret/);
  expect(lines[1]?.reqId).toBe(blocked.headers['x-request-id']);
  expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(4);
});

test.each([
  ['192.0.2.7:5678', '192.0.2.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('given a proxy that tells the address as %s, the limit of tries counts %s, whatever the port', (told, counted) => {
  expect(networkOf(told)).toBe(counted);
});

test('metrics count requests by route and status, on a port of their own, and name nobody', async () => {
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

const LOCATIONS = [':memory:', ...(process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : [])];
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
  },
);
