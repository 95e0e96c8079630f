import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { NO_CAPABILITIES, parseCapabilities } from '../../src/contract/capabilities';
import { asListId } from '../../src/contract/ids';
import { type CallKind, type Outcome, outcomeOf } from '../../src/contract/outcomes';
import { type Collection, isObject, parseRecord } from '../../src/contract/records';
import { parseLogin, parseUser } from '../../src/contract/user';
import type { HttpRequest } from '../../src/sync/wire/call';
import { type ApiResult, MAX_LOOK_UP, makeSyncApi } from '../../src/sync/wire/syncApi';

/** The client against what a real Strapi answered: see README.md beside this file. */
interface Fact {
  readonly name: string;
  readonly call: 'login' | 'me' | 'pull' | 'create' | 'update' | 'patch' | 'remove';
  readonly collection: Collection;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly demands: Outcome['kind'];
}

const facts: readonly Fact[] = JSON.parse(readFileSync(new URL('strapiFacts.json', import.meta.url), 'utf8'));
const fact = (name: string): Fact => {
  const found = facts.find((known) => known.name === name);
  if (!found) throw new Error(`no fact named "${name}"`);
  return found;
};

const textOf = (body: unknown): string => (body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body));
const answerOf = ({ status, body, headers = {} }: Fact) => ({
  status,
  body: textOf(body),
  header: (name: string) => headers[name.toLowerCase()] ?? null,
});
const { signal } = new AbortController();
const apiOver = (answer: (request: HttpRequest) => Fact) =>
  makeSyncApi(
    async (request) => answerOf(answer(request)),
    () => 0,
  );

const ask = async (known: Fact): Promise<ApiResult<unknown>['kind']> => {
  const { collection } = known;
  const api = apiOver(() => known);
  const record = { documentId: 'd', uuid: asListId('u'), fields: {}, key: '' };
  const answer = { status: known.status, body: textOf(known.body), retryAfter: null, rateLimitReset: null };
  const plain = (kind: CallKind, promises: (body: unknown) => boolean) => outcomeOf(kind, answer, promises, 0).kind;
  switch (known.call) {
    case 'login':
      return plain('read', (body) => parseLogin(body) !== null);
    case 'me':
      return plain('read', (body) => parseUser(body) !== null);
    case 'pull':
      return (await api.lookUp(collection, [record.uuid], signal)).kind;
    case 'create':
      return (await api.write(collection, { type: 'create', body: {} }, '', signal)).kind;
    case 'update':
      return (await api.write(collection, { type: 'update', documentId: 'd', fields: {} }, '', signal)).kind;
    case 'patch':
      return (await api.patch(collection, [record], signal)).kind;
    case 'remove':
      return (await api.write(collection, { type: 'remove', documentId: 'd' }, '', signal)).kind;
  }
};

/** One page is one answer here: where the recording says there are more, the pages after it are not asked for. */
const asLastPage = (known: Fact): Fact =>
  isObject(known.body) && isObject(known.body.meta) ? { ...known, body: { ...known.body, meta: {} } } : known;

describe('what Strapi answered becomes the outcome the contract demands', () => {
  test.each(facts.map((known) => [known.name, known.call, known.status, known.demands, known] as const))(
    '%s (%s, %d) → %s',
    async (_, __, ___, demands, known) => {
      expect(await ask(asLastPage(known))).toBe(demands);
    },
  );

  test('says who is signed in, whatever else is in the answer', () => {
    expect(parseLogin(fact('login ok (email)').body)).toEqual({
      jwt: '<jwt>',
      user: { id: 'oelxgirvznix3snau0teebyg', username: 'test', email: 'test@example.com' },
    });
    expect(parseUser(fact('users/me with token').body)).toEqual({
      id: 'oelxgirvznix3snau0teebyg',
      username: 'test',
      email: 'test@example.com',
    });
    expect(parseLogin(fact('login with a wrong password').body)).toBeNull();
    expect(parseUser(fact('users/me with an expired token').body)).toBeNull();
  });

  test('tells two accounts apart that got the same number, one before and one after a restore', () => {
    const account = { id: 3, username: 'ola', email: 'ola@example.com' };
    const ids = ['before', 'after'].map((documentId) => parseUser({ ...account, documentId })?.id);
    expect(ids).toEqual(['before', 'after']);
  });

  test('knows an account by its number if the provider sends no documentId', () => {
    expect(parseUser({ id: 3, username: 'ola', email: 'ola@example.com' })?.id).toBe('3');
  });

  test('waits as long as the rate limit says', async () => {
    const limited = fact('rate limit on auth (429)');
    const reset = Number(limited.headers?.['x-ratelimit-reset']);
    const wait = 30_000;
    const api = makeSyncApi(
      async () => answerOf(limited),
      () => reset * 1000 - wait,
    );
    expect(await api.write('lists', { type: 'create', body: {} }, '', signal)).toEqual({
      kind: 'retry',
      reason: 'status 429',
      afterMs: wait,
    });
  });

  test('does not wait for the end of a limit that was not met, though each answer names it', () => {
    const reset = fact('rate limit on auth (429)').headers?.['x-ratelimit-reset'] ?? null;
    const answer = { status: 502, body: 'Bad Gateway', retryAfter: null, rateLimitReset: reset };
    expect(outcomeOf('update', answer, () => true, 0)).toEqual({
      kind: 'retry',
      reason: 'status 502',
      afterMs: null,
    });
  });

  test('a route that is missing or forbidden offers nothing', () => {
    for (const name of ['404 route', 'users/me without token']) {
      expect(parseCapabilities(fact(name).body)).toEqual(NO_CAPABILITIES);
    }
    expect(parseCapabilities({ registration: true, cascade: 'yes', more: 1 })).toEqual({
      ...NO_CAPABILITIES,
      registration: true,
    });
  });
});

describe('records as Strapi writes them', () => {
  const dataOf = ({ body }: Fact): unknown => (isObject(body) ? body.data : null);

  test('keep the server’s keys outside the row', () => {
    expect(parseRecord('items', dataOf(fact('POST list-item ok')))).toEqual({
      alive: true,
      server: {
        row: {
          id: 'c98b4088-9f6f-489b-8a79-b0817edd115e',
          listId: '28ede0fc-48eb-4d34-a779-2c15a28685e8',
          description: 'Milk',
          quantity: '2 l',
          done: false,
          order: '',
          createdAt: '2026-11-20T09:23:21.135Z',
        },
        remoteId: 1,
        documentId: 'xetlzks6g8o44gqa9u502h2w',
        updatedAt: '2026-11-20T09:23:21.135Z',
      },
    });
  });

  test('start from the empty value where a field is null', () => {
    expect(parseRecord('lists', dataOf(fact('POST list unicode and nulls')))).toMatchObject({
      alive: true,
      server: { row: { icon: 'tomato' } },
    });
  });

  test('are tombstones when they say so, also as the answer to an update', () => {
    expect(parseRecord('lists', dataOf(fact('PUT on a soft-deleted list')))).toEqual({
      alive: false,
      id: '6323ae55-2daf-452c-980e-e4ebe5391a9c',
      updatedAt: '2026-11-20T09:23:21.106Z',
    });
  });
});

describe('many records', () => {
  const pageOf = ({ path }: HttpRequest): Fact => {
    const isAsked = new URL(path, 'http://strapi').searchParams.get('pagination[pageSize]') === '100';
    return fact(isAsked ? 'lists GET of 130: pageSize 100' : 'lists GET of 130: with filters, default page');
  };

  test('are read in pages of a hundred until the last', async () => {
    const paths: string[] = [];
    const api = apiOver((request) => {
      paths.push(request.path);
      return pageOf(request);
    });
    const pull = await api.pull('lists', '2026-01-01T00:00:00.000Z', signal);
    expect(pull).toMatchObject({ kind: 'ok', value: { unreadIds: [] } });
    expect(paths).toHaveLength(3);
    expect(paths.slice(1)).toEqual([
      expect.stringContaining('&pagination[page]=1&pagination[pageSize]=100&sort=id:asc'),
      expect.stringContaining('&pagination[page]=2&pagination[pageSize]=100&sort=id:asc'),
    ]);
  });

  test('are looked up by at most a hundred uuids, because a longer $in is answered as if it were none', async () => {
    const total = (name: string) => {
      const { body } = fact(name);
      return isObject(body) && isObject(body.meta) && isObject(body.meta.pagination) && body.meta.pagination.total;
    };
    expect(total('lists GET of 130: $in with 100 uuids, pageSize 200')).toBe(MAX_LOOK_UP);
    expect(total('lists GET of 130: $in with 101 uuids, pageSize 200')).toBe(130);
  });
});
