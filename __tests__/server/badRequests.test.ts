import { describe, expect, test } from '@jest/globals';
import { addItem, addList, type Client, testServer } from './testServer';

const BIG = 'x'.repeat(1_100_000);
const LIST = '/api/lists/LIST';
const ITEM = '/api/list-items/ITEM';
const SIGN_IN = '/api/auth/local';
const SIGN_UP = '/api/auth/local/register';
const account = { username: 'new', email: 'new@example.com', password: 'a good secret' };

type Case = readonly [status: number, method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** LIST and ITEM in a path stand for rows of the caller. */
const CASES: readonly Case[] = [
  // no body, or none that can be read
  [400, 'POST', '/api/lists'],
  [400, 'POST', '/api/lists', ''],
  [400, 'POST', '/api/lists', '{"data": {"uuid": "x", '],
  [400, 'POST', '/api/lists', 'null'],
  [400, 'POST', '/api/lists', '"text"'],
  [400, 'POST', '/api/lists', '7'],
  [400, 'POST', '/api/lists', '[]'],
  [400, 'POST', '/api/lists', {}],
  [400, 'POST', '/api/lists', { name: 'x' }],
  [400, 'POST', '/api/lists', { data: null }],
  [400, 'POST', '/api/lists', { data: 'text' }],
  [400, 'POST', '/api/lists', { data: [] }],
  [415, 'POST', '/api/lists', '{"data":{}}', { 'content-type': 'text/plain' }],
  [415, 'POST', '/api/lists', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  [415, 'POST', '/api/lists', '<a/>', { 'content-type': 'nonsense' }],
  [413, 'POST', '/api/lists', { data: { uuid: 'big', name: BIG } }],
  [413, 'PATCH', '/api/lists/patch', { data: [{ uuid: 'big', name: BIG }] }],
  // fields
  [400, 'POST', '/api/lists', { data: {} }],
  [400, 'POST', '/api/lists', { data: { name: 'no uuid' } }],
  [400, 'POST', '/api/lists', { data: { uuid: '' } }],
  [400, 'POST', '/api/lists', { data: { uuid: 7 } }],
  [400, 'POST', '/api/lists', { data: { uuid: null } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'a b' } }],
  [400, 'POST', '/api/lists', { data: { uuid: "x'; drop table lists; --" } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x'.repeat(65) } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', name: 7 } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', name: null } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', name: { $ne: '' } } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', name: 'nul \u0000' } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', icon: ['pill'] } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', colour: 'red' } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', id: 1 } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', documentId: 'abc' } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', updatedAt: '2026-01-01T00:00:00.000Z' } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', createdAt: '2026-01-01T00:00:00.000Z' } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', deletedAt: null } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', user_id: 2 } }],
  [400, 'POST', '/api/lists', { data: { uuid: 'x', list: 'LIST' } }],
  [400, 'POST', '/api/lists', '{"data":{"uuid":"x","__proto__":{"name":"y"}}}'],
  [400, 'POST', '/api/lists', '{"data":{"uuid":"x","constructor":1}}'],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x' } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: null } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'own', done: 'yes' } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'own', order: 1 } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'own', order: 'first' } }],
  [400, 'PUT', ITEM, { data: { order: null } }],
  [400, 'PUT', ITEM, { data: { order: 'i0VXEx1nQ0' + '0' } }],
  [400, 'PUT', ITEM, { data: { order: `i0VXEx1nQ0${'V'.repeat(119)}` } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'own', done: 1 } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'own', quantity: 6 } }],
  [400, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'own', name: 'a list has one' } }],
  [404, 'POST', '/api/list-items', { data: { uuid: 'x', list: 'nowhere' } }],
  // updates
  [400, 'PUT', LIST],
  [400, 'PUT', LIST, {}],
  [400, 'PUT', LIST, { data: { colour: 'red' } }],
  [400, 'PUT', LIST, { data: { name: null } }],
  [400, 'PUT', LIST, { data: { uuid: 'another' } }],
  [400, 'PUT', LIST, { data: { deletedAt: null } }],
  [400, 'PUT', LIST, { data: { documentId: 'abc', name: 'x' } }],
  [400, 'PUT', ITEM, { data: { list: 'own' } }],
  [400, 'PUT', ITEM, { data: { done: 'true' } }],
  [404, 'PUT', '/api/lists/undefined', { data: { name: 'x' } }],
  [404, 'PUT', '/api/lists/zzzzzzzzzzzzzzzzzzzzzzzz', { data: { name: 'x' } }],
  [404, 'PUT', ITEM.replace('list-items', 'lists'), { data: { name: 'x' } }],
  [404, 'PUT', '/api/lists/1', { data: { name: 'x' } }],
  [404, 'PUT', '/api/lists/%27%20or%201=1', { data: { name: 'x' } }],
  [404, 'DELETE', '/api/lists/zzzzzzzzzzzzzzzzzzzzzzzz'],
  [404, 'DELETE', '/api/lists/zzz', { data: {} }],
  [404, 'GET', '/api/lists/zzzzzzzzzzzzzzzzzzzzzzzz'],
  [400, 'PATCH', '/api/lists/patch'],
  [400, 'PATCH', '/api/lists/patch', { data: { uuid: 'own', name: 'not an array' } }],
  [400, 'PATCH', '/api/lists/patch', { data: 'text' }],
  // queries
  [400, 'GET', '/api/lists?filters[updatedAt][$gte]=not-a-date'],
  [400, 'GET', '/api/lists?filters[updatedAt][$gte]='],
  [400, 'GET', '/api/lists?filters[updatedAt][$gte]=undefined'],
  [400, 'GET', '/api/lists?filters[updatedAt][$gte]=2026-13-01T00:00:00.000Z'],
  [400, 'GET', '/api/lists?filters[updatedAt][$gte]=2026-01-01T00:00:00.000+00:00'],
  [400, 'GET', '/api/lists?filters[updatedAt][$gte]=2026-01-01&filters[updatedAt][$gte]=2026-01-02'],
  [400, 'GET', '/api/lists?filters[updatedAt][$gte][0]=2026-01-01'],
  [400, 'GET', '/api/lists?filters[updatedAt][$bogus]=1'],
  [400, 'GET', '/api/lists?filters[updatedAt]=1'],
  [400, 'GET', '/api/lists?filters[nope][$eq]=1'],
  [400, 'GET', '/api/lists?filters[owner][id][$eq]=2'],
  [400, 'GET', '/api/lists?filters[__proto__][$eq]=2'],
  [400, 'GET', '/api/lists?filters[name][$eq]=x'],
  [400, 'GET', '/api/lists?filters=abc'],
  [400, 'GET', '/api/lists?filters[$or][0][name][$eq]=x'],
  [400, 'GET', '/api/lists?pagination[pageSize]=abc'],
  [400, 'GET', '/api/lists?pagination[page]=1e3'],
  [400, 'GET', '/api/lists?pagination[start]=0&pagination[limit]=5'],
  [400, 'GET', '/api/lists?sort=nope:sideways'],
  [400, 'GET', '/api/lists?sort=id:sideways'],
  [400, 'GET', '/api/lists?sort=__proto__'],
  // routes and methods
  [404, 'GET', '/api'],
  [404, 'GET', '/api/'],
  [404, 'GET', '/api/nope'],
  [404, 'GET', '/nope'],
  [404, 'GET', '/api/users'],
  [404, 'GET', '/api/lists/patch/x'],
  [404, 'GET', SIGN_IN],
  [404, 'PUT', '/api/lists', { data: { name: 'x' } }],
  [404, 'PATCH', '/api/lists', { data: {} }],
  [404, 'DELETE', '/api/lists'],
  [404, 'POST', LIST, { data: {} }],
  [404, 'OPTIONS', '/api/lists'],
  [400, 'GET', '/api/lists/%'],
  [400, 'GET', '/api/lists/%zz'],
  // signing in and up
  [400, 'POST', SIGN_IN],
  [400, 'POST', SIGN_IN, ''],
  [400, 'POST', SIGN_IN, 'null'],
  [400, 'POST', SIGN_IN, []],
  [400, 'POST', SIGN_IN, {}],
  [400, 'POST', SIGN_IN, '{"identifier":'],
  [400, 'POST', SIGN_IN, { identifier: { $ne: '' }, password: 1 }],
  [400, 'POST', SIGN_IN, { identifier: 'ania', password: 'x'.repeat(2000) }],
  [400, 'POST', SIGN_IN, { identifier: 'ania', password: '' }],
  [413, 'POST', SIGN_IN, { identifier: BIG, password: 'x' }],
  [400, 'POST', SIGN_UP],
  [400, 'POST', SIGN_UP, { ...account, email: 'no-email' }],
  [400, 'POST', SIGN_UP, { ...account, email: '' }],
  [400, 'POST', SIGN_UP, { ...account, password: '12345' }],
  [400, 'POST', SIGN_UP, { ...account, username: 7 }],
  [400, 'POST', SIGN_UP, { ...account, username: 'nul \u0000' }],
  [400, 'POST', SIGN_UP, { ...account, nickname: 'x' }],
  [400, 'POST', SIGN_UP, { ...account, blocked: false }],
  [400, 'POST', SIGN_UP, []],
  [400, 'POST', SIGN_IN, { identifier: 'ania', password: 'ania secret', blocked: false }],
  // a name and invitations
  [400, 'PUT', '/api/users/me'],
  [400, 'PUT', '/api/users/me', { name: null }],
  [400, 'PUT', '/api/users/me', { name: 'Ania', email: 'other@example.com' }],
  [400, 'POST', '/api/invites/preview', { code: 7 }],
  [400, 'POST', '/api/invites/preview', { code: 'x', list: 'own' }],
  [400, 'POST', '/api/invites/accept', { code: 'x', role: 'owner' }],
];

const shown = (part: unknown): string => (typeof part === 'object' ? JSON.stringify(part) : String(part)).slice(0, 90);

describe('a bad request is answered in Strapi’s shape', () => {
  const named = CASES.map((one) => [one.slice(0, 4).map(shown).join(' '), one] as const);

  test.each(named)('%s', async (_name, [status, method, path, body, headers]) => {
    const server = await testServer();
    const client: Client = await server.signUp('ania');
    const list = await addList(client, 'own');
    const item = await addItem(client, 'own-item', 'own');
    const url = path.replace('LIST', list.documentId).replace('ITEM', item.documentId);
    const answer = await client.call(method, url, body, headers);
    expect(answer.body).toEqual({
      data: null,
      error: { status, name: expect.stringMatching(/Error$/), message: expect.any(String), details: expect.anything() },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    // A question of any size gets a short answer, and nothing of the machine's insides.
    expect(answer.text.length).toBeLessThan(2000);
    expect(answer.text).not.toMatch(/node_modules|\bat .*:\d+:\d+/);
  });
});

describe('an error has the text that Strapi has', () => {
  const errorFor = async (body: unknown) => {
    const client = await (await testServer()).signUp('ania');
    return (await client.call('POST', '/api/list-items', body)).body;
  };

  test('an unknown key is named', async () => {
    expect(await errorFor({ data: { uuid: 'x', list: 'y', colour: 'red' } })).toMatchObject({
      error: { message: 'Invalid key colour', details: { key: 'colour', path: null, source: 'body' } },
    });
  });

  test('a wrong type is shown with the value', async () => {
    expect(await errorFor({ data: { uuid: 'x', list: 'y', quantity: 6 } })).toMatchObject({
      error: {
        message: 'quantity must be a `string` type, but the final value was: `6`.',
        details: { errors: [{ path: ['quantity'], name: 'ValidationError', value: 6 }] },
      },
    });
  });

  test('several errors are counted and listed', async () => {
    expect(await errorFor({ data: { done: 'x' } })).toMatchObject({
      error: {
        message: '3 errors occurred',
        details: {
          errors: [{ message: 'uuid must be defined.' }, { message: 'list must be defined.' }, { path: ['done'] }],
        },
      },
    });
  });
});
