import { describe, expect, test } from '@jest/globals';
import { testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const NUL = 'a\u0000b';

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'text that PostgreSQL cannot hold (%s)',
  (_name, location) => {
    test('is answered 400 or 404 in any place, never 5xx', async () => {
      const server = await testServer({ location });
      const client = await server.signUp(`nul${process.pid}x${Date.now()}`);
      await client.call('POST', '/api/lists', { data: { uuid: 'own', name: 'x' } });
      const calls = [
        ['POST', '/api/auth/local', { identifier: NUL, password: 'x' }],
        ['POST', '/api/auth/local', { identifier: 'a', password: NUL }],
        ['POST', '/api/auth/local/register', { username: NUL, email: 'nul@example.com', password: 'a secret' }],
        ['POST', '/api/auth/local/register', { username: 'nul', email: `${NUL}@example.com`, password: 'a secret' }],
        ['POST', '/api/auth/local/register', { username: 'nul', email: `"${NUL}"@example.com`, password: 'a secret' }],
        ['GET', '/api/lists/a%00b'],
        ['PUT', '/api/lists/a%00b', { data: { name: 'x' } }],
        ['DELETE', '/api/list-items/a%00b'],
        ['POST', '/api/lists', { data: { uuid: 'x', name: NUL } }],
        ['POST', '/api/list-items', { data: { uuid: 'x', list: NUL } }],
        ['GET', '/api/lists?filters[uuid][$in][0]=a%00b'],
        ['GET', '/api/lists?filters[updatedAt][$gte]=9999999999999999'],
        ['GET', '/api/lists?filters[updatedAt][$gt]=9999999999999999'],
        ['GET', '/api/lists?filters[updatedAt][$gte]=0000-01-01'],
      ] as const;
      for (const [method, path, body] of calls) {
        const { status } = await client.call(method, path, body);
        expect([path, status >= 500 ? status : 'fine']).toEqual([path, 'fine']);
      }
      const entries = [
        { documentId: NUL, name: 'x' },
        { uuid: 'own', idempotencyKey: NUL, name: 'x' },
        { uuid: 'own', name: 'y' },
      ];
      expect(await client.call('PATCH', '/api/lists/patch', { data: entries })).toMatchObject({
        status: 200,
        body: { data: [{ name: 'y' }], meta: { rejected: [{}, {}] } },
      });
    });
  },
);
