import { expect, test } from '@jest/globals';
import { makeSend } from '../../src/sync/wire/http';

const NAME = 'X-Listy-Request';
const READ = { method: 'GET', path: '/lists', signal: new AbortController().signal } as const;

interface Asked {
  readonly names: (string | null)[];
  readonly send: ReturnType<typeof makeSend>;
}

/** A wire on which each answer gets this name for the name of its request. */
const wire = (nameOf: (asked: string | null) => string | null, apiUrl = '/api', session = {}): Asked => {
  const names: (string | null)[] = [];
  const fetch = async (_url: unknown, { headers }: RequestInit = {}): Promise<Response> => {
    const asked = new Headers(headers).get(NAME);
    names.push(asked);
    const name = nameOf(asked);
    return Response.json({ data: [] }, { headers: name === null ? {} : { [NAME]: name } });
  };
  const ports = { apiUrl, sessionId: 's', token: () => 't', xsrfToken: () => null, ...session };
  return { names, send: makeSend({ ...ports, fetch: fetch as typeof globalThis.fetch }) };
};

test('given a server that returns the name of each request, then its answers are taken, and no two requests have one name', async () => {
  const { names, send } = wire((asked) => asked);
  for (let times = 0; times < 20; times += 1) expect(await send(READ)).toMatchObject({ status: 200 });
  expect(new Set(names).size).toBe(20);
});

test('given an answer that was recorded earlier, then it counts as cut off', async () => {
  let recorded: string | null = null;
  const { send } = wire((asked) => {
    recorded ??= asked;
    return recorded;
  });
  await send(READ);
  expect(await send(READ)).toMatchObject({ status: 200, body: '' });
});

test('given a provider that does not know the name, then its answers are taken', async () => {
  expect(await wire(() => null).send(READ)).toMatchObject({ status: 200 });
});

test('given a provider on another origin, then it gets no name, because it may refuse unknown headers', async () => {
  const { names, send } = wire((asked) => asked, 'https://provider.example/api');
  expect(await send(READ)).toMatchObject({ status: 200 });
  expect(names).toEqual([null]);
});

test('given a stored token and session id with characters that no header can carry, then the request is sent', async () => {
  const { send } = wire(() => null, '/api', { sessionId: 'zażółć', token: () => 'ключ' });
  expect(await send(READ)).toMatchObject({ status: 200 });
});
