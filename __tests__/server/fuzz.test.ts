import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addItem, addList, testServer } from './testServer';

const LOCATIONS = [':memory:', ...(process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : [])];

const anyOddText = fc.oneof(
  fc.constantFrom('own', 'own-item', '\u0000', '\ud800', '__proto__', 'constructor', "'; drop table lists; --", '-1'),
  fc.string({ unit: 'binary' }),
);
const anyKey = fc.oneof(
  fc.constantFrom('uuid', 'documentId', 'name', 'icon', 'list', 'description', 'quantity', 'done', 'idempotencyKey'),
  anyOddText,
);
const anyData = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyOddText,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const anyBody = fc.oneof(
  fc.constant(undefined),
  anyData,
  anyData.map((data) => ({ data })),
  fc.record({ identifier: anyOddText, password: anyOddText }),
);
const anyParameter = fc.oneof(
  fc.constantFrom('filters[updatedAt][$gte]', 'filters[uuid][$in][0]', 'pagination[page]', 'sort', '__proto__', 'a['),
  anyOddText,
);
/** Lone surrogates cannot be written in an address. */
const inAddress = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
const anyQuery = fc.oneof(
  fc.constant(''),
  fc.tuple(anyParameter, anyOddText).map(([name, value]) => `?${inAddress(name)}=${inAddress(value)}`),
);
const anyPath = fc.oneof(
  fc.constantFrom('/lists', '/list-items', '/lists/patch', '/list-items/patch', '/lists/LIST', '/list-items/ITEM'),
  fc.constantFrom('/auth/local', '/users/me'),
  anyOddText.map((text) => `/lists/${inAddress(text)}`),
);
const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: anyPath,
  query: anyQuery,
  body: anyBody,
  key: fc.oneof(fc.constantFrom('', 'd/own/0000000001-a', 'd/own-item/zzzzzzzzzz-a'), anyOddText.map(inAddress)),
});

test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'no request, however odd, is answered by a broken server (%s)',
  async (_name, location) => {
    const server = await testServer({ location, triesPerMinute: 100_000 });
    const client = await server.signUp(`fuzz${process.pid}x${Date.now()}`);
    const list = await addList(client, 'own');
    const item = await addItem(client, 'own-item', 'own');
    const property = fc.asyncProperty(anyRequest, async ({ method, path, query, body, key }) => {
      const url = `/api${path.replace('LIST', list.documentId).replace('ITEM', item.documentId)}${query}`;
      const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
      const headers = key ? { 'idempotency-key': key } : undefined;
      const { status } = await client.call(method, url, hasBody ? JSON.stringify(body) : undefined, headers);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 600 });
  },
);
