import { describe, expect, test } from '@jest/globals';
import { wirePath } from '../../src/contract/records';
import { allChanges, emptyLog } from '../../src/sync/model/syncState';
import type { HttpRequest, SendRequest } from '../../src/sync/wire/call';
import { runStream } from '../../src/sync/wire/eventStream';
import { makeSend } from '../../src/sync/wire/http';
import { newStreamMemory } from '../../src/sync/wire/readStream';
import { makeSyncApi } from '../../src/sync/wire/syncApi';
import { aList, anItem, insertOf, itemId, listId, removeOf, updateOf } from '../support/builders';
import { list, milk, providerRow, withMilk } from '../support/milkList';
import { makeProvider, type Provider } from '../support/modelProvider';
import {
  answerWith,
  dropAnswer,
  dropRequest,
  type FakeHost,
  type Fault,
  makeHost,
  refuseWith,
  roundOver,
  scriptedWire,
} from '../support/roundOver';

/** What destroys needs evidence: each answer here once made a device give up a change, or a row, that nobody had refused or removed. */

const unsent = ({ state }: FakeHost): number => allChanges(state().log).length;
const rowsOf = ({ state }: FakeHost) => Object.keys(state().base.items[listId(1)] ?? {});
const refusals = ({ state }: FakeHost) =>
  state().log.refusals.map(({ status, message, changes }) => [status, message, ...changes.map(({ data }) => data)]);
const writes = ({ requests }: Provider): string[] =>
  requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

/** A device that has read a list with milk. */
const opened = async (provider = withMilk()) => {
  const device = makeHost();
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  provider.requests.length = 0;
  return { provider, device };
};

const insert = insertOf(anItem(2, listId(1)), 1);
const update = updateOf(milk, { quantity: '2' }, 1);
const remove = removeOf(milk, 1);
const CHANGES = [
  ['POST', insert],
  ['PUT', update],
  ['DELETE', remove],
] as const;

describe('a redirected answer', () => {
  /** A server that sends every write elsewhere, where a program answers JSON of its own: fetch follows unless it is told not to. */
  const redirecting =
    (status: number, provider: Provider): typeof fetch =>
    async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const method = (init?.method ?? 'GET') as HttpRequest['method'];
      if (method !== 'GET') {
        const elsewhere = { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found' } };
        return init?.redirect === 'manual' ? redirectAnswer(status) : Response.json(elsewhere, { status: 404 });
      }
      const path = pathname.replace('/api', '') + decodeURIComponent(search);
      const answer = provider.answer({ method, path, signal: new AbortController().signal });
      return new Response(answer.body, { status: answer.status });
    };
  /** As the browser shows a redirect that is not followed: without status, headers or body. */
  const redirectAnswer = (status: number): Response => {
    expect(status).toBeGreaterThanOrEqual(300);
    return Response.error();
  };

  test.each([301, 302, 303, 307, 308].flatMap((status) => CHANGES.map((change) => [status, ...change] as const)))(
    'a %d to a %s gives nothing up',
    async (status, _method, change) => {
      const { provider, device } = await opened();
      device.type(change);
      const send = makeSend({
        fetch: redirecting(status, provider),
        apiUrl: 'http://listy.test/api',
        sessionId: 's',
        token: () => 't',
        xsrfToken: () => null,
      });
      expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'push', reason: 'redirected' });
      expect([unsent(device), rowsOf(device), refusals(device)]).toEqual([1, [milk.id], []]);
      expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
      expect([unsent(device), writes(provider)]).toEqual([0, [_method]]);
    },
  );
});

describe('a 404 with JSON', () => {
  test.each(CHANGES)('to a %s of a row that exists is a failed call', async (method, change) => {
    const { provider, device } = await opened();
    device.type(change);
    const send = scriptedWire(provider, { [method]: [refuseWith(404, 'Not Found')] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'push', reason: 'status 404' });
    expect([unsent(device), rowsOf(device), refusals(device)]).toEqual([1, [milk.id], []]);
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(unsent(device)).toBe(0);
  });

  test('to a create of a list is a failed call', async () => {
    const device = makeHost();
    const provider = makeProvider('ours');
    device.type(insertOf(list, 1), insertOf(milk, 2));
    const send = scriptedWire(provider, { POST: [refuseWith(404)] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', reason: 'status 404' });
    expect([unsent(device), refusals(device)]).toEqual([2, []]);
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(provider.alive('items')).toHaveLength(1);
  });

  test.each<[string, Fault]>([
    ['gets no answer', dropRequest],
    ['is refused', refuseWith(400)],
    ['is answered by a portal', answerWith(200, '<html>')],
    ['has a row that cannot be read', answerWith(200, { data: [{ ...providerRow, updatedAt: 'yesterday' }] })],
    ['has a row without ids', answerWith(200, { data: [{ description: 'mleko' }] })],
  ])('to an edit whose look-up %s is a failed call', async (_, fault) => {
    const { provider, device } = await opened();
    device.type(update);
    const wire = scriptedWire(provider, { PUT: [refuseWith(404)] });
    const send: SendRequest = async (request) =>
      request.path.includes('[$in]') ? fault(request, () => provider.answer(request)) : wire(request);
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'push' });
    expect([unsent(device), rowsOf(device)]).toEqual([1, [milk.id]]);
  });

  test.each(['ours', 'strapi'] as const)(
    'to an edit of a removed row (%s) removes the row, and Logs shows the lost edit',
    async (manner) => {
      const { provider, device } = await opened(withMilk(manner));
      device.type(update);
      const goneMeanwhile: Fault = () => {
        if (manner === 'ours') provider.bury('items', milk.id);
        else provider.erase('items', milk.id);
        return { status: 404, body: '{"data":null,"error":{"status":404,"message":"Not Found"}}', header: () => null };
      };
      expect(await roundOver(device, scriptedWire(provider, { PUT: [goneMeanwhile] }))).toEqual({ kind: 'done' });
      expect([unsent(device), rowsOf(device)]).toEqual([0, []]);
      expect(refusals(device)).toEqual([[404, 'the row was removed', { quantity: '2' }]]);
    },
  );

  test.each(CHANGES)(
    'to a %s of a row that a set-back server forgot is a failed call, and the next pulls decide',
    async (method, change) => {
      const { provider, device } = await opened();
      device.type(change);
      const setBack: Fault = () => {
        provider.erase('items', milk.id);
        if (method === 'POST') provider.erase('lists', list.id);
        return { status: 404, body: '{"data":null,"error":{"status":404,"message":"Not Found"}}', header: () => null };
      };
      const wire = scriptedWire(provider, { [method]: [setBack] });
      const withClock: SendRequest = async (request) => {
        const answer = await wire(request);
        if (request.method !== 'GET') return answer;
        const meta = { clock: '2026-01-01T00:00:00.000Z', removalsSince: '2025-01-01T00:00:00.000Z' };
        return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), meta }) };
      };
      expect(await roundOver(device, withClock)).toMatchObject({ kind: 'failed', reason: 'status 404' });
      expect([unsent(device), rowsOf(device), refusals(device)]).toEqual([1, [milk.id], []]);
    },
  );

  test('to a removal of a removed row counts as done, without a message', async () => {
    const { provider, device } = await opened(withMilk('strapi'));
    device.type(update, removeOf(milk, 2));
    provider.erase('items', milk.id);
    expect(await roundOver(device, scriptedWire(provider), { force: false })).toEqual({ kind: 'done' });
    expect([unsent(device), rowsOf(device), refusals(device)]).toEqual([0, [], []]);
  });

  test('an edit of a row that a pull shows as removed is dropped and shown on Logs', async () => {
    const { provider, device } = await opened();
    device.type(update);
    provider.bury('items', milk.id);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect([writes(provider), refusals(device)]).toEqual([[], [[404, 'the row was removed', { quantity: '2' }]]]);
  });

  test('a tick of a row that a pull shows as removed is dropped, and no text is lost', async () => {
    const { provider, device } = await opened();
    device.type(updateOf(milk, { done: true }, 1), updateOf(milk, { quantity: '' }, 2));
    provider.bury('items', milk.id);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect([unsent(device), writes(provider), refusals(device)]).toEqual([0, [], []]);
  });

  test('an edit of an item whose list was removed is dropped and shown on Logs', async () => {
    const { provider, device } = await opened();
    device.type(update);
    provider.bury('items', milk.id);
    provider.bury('lists', list.id);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect([unsent(device), refusals(device)]).toEqual([0, [[404, 'the row was removed', { quantity: '2' }]]]);
  });

  test('of another program, whose body names another status, is a failed call', async () => {
    const { provider, device } = await opened();
    device.type(update);
    const gateway = answerWith(400, { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'no such route' } });
    expect(await roundOver(device, scriptedWire(provider, { PUT: [gateway] }))).toMatchObject({ kind: 'failed' });
    expect([unsent(device), refusals(device)]).toEqual([1, []]);
  });
});

describe('a 2xx that is not what the call promises', () => {
  const EMPTY = answerWith(200, '');
  test.each([
    ['an empty 200', EMPTY],
    ['an empty object', answerWith(200, {})],
    ['another row', answerWith(200, { data: { ...providerRow, uuid: anItem(9, listId(1)).id } })],
    ['{"status":"ok"}', answerWith(200, { status: 'ok' })],
    ['data: null', answerWith(200, { data: null })],
    ['an empty 202', answerWith(202, '')],
  ])('%s removes and saves nothing', async (_, fault) => {
    for (const [method, change] of CHANGES) {
      const { provider, device } = await opened();
      device.type(change);
      expect(await roundOver(device, scriptedWire(provider, { [method]: [fault] }))).toMatchObject({ kind: 'failed' });
      expect([unsent(device), rowsOf(device)]).toEqual([1, [milk.id]]);
      expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    }
  });

  test('a 204 to a create or an edit saves nothing', async () => {
    for (const [method, change] of CHANGES.slice(0, 2)) {
      const { provider, device } = await opened();
      device.type(change);
      const send = scriptedWire(provider, { [method]: [answerWith(204, '')] });
      expect(await roundOver(device, send)).toMatchObject({ kind: 'failed' });
      expect(unsent(device)).toBe(1);
    }
  });

  test('one row with such answers does not delay other rows', async () => {
    const { provider, device } = await opened();
    const send: SendRequest = async (request) =>
      request.method === 'DELETE' ? { status: 200, body: '', header: () => null } : provider.answer(request);
    device.type(remove);
    await roundOver(device, send);
    device.type(insertOf(anItem(2, listId(1)), 2), insertOf(aList(2), 3));
    await roundOver(device, send);
    expect(writes(provider).sort()).toEqual(['POST', 'POST']);
  });

  test('a pull with a bad body is repeated once without the browser’s cache', async () => {
    const provider = withMilk();
    const device = makeHost();
    const caches: (string | undefined)[] = [];
    const cut: SendRequest = async (request) => {
      caches.push(request.cache);
      const answer = provider.answer(request);
      return request.cache === 'reload' ? answer : { ...answer, body: answer.body.slice(0, -9) };
    };
    expect(await roundOver(device, cut)).toEqual({ kind: 'done' });
    // Lists and items are asked for at once.
    expect(caches).toEqual([undefined, undefined, 'reload', 'reload']);
    expect(rowsOf(device)).toEqual([milk.id]);
  });

  test('an answer with fewer rows than its total removes no row', async () => {
    const { provider, device } = await opened();
    const cut: SendRequest = async (request) => ({
      ...provider.answer(request),
      body: JSON.stringify({ data: [], meta: { total: 1 } }),
    });
    expect(await roundOver(device, cut)).toMatchObject({ kind: 'failed', stage: 'pull' });
    expect(rowsOf(device)).toEqual([milk.id]);
  });

  test('an answer in several pages removes no row that another page holds', async () => {
    const api = makeSyncApi(
      async ({ path }) => {
        const page = Number(/\[page\]=(\d+)/.exec(path)?.[1]);
        const data = [page === 3 ? providerRow : { ...providerRow, uuid: itemId(page), documentId: `doc-${page}` }];
        const body = JSON.stringify({ data, meta: { total: 3, pagination: { page, pageCount: 3 } } });
        return { status: 200, body, header: () => null };
      },
      () => 0,
    );
    expect((await api.lookUp('items', [milk.id], new AbortController().signal)).kind).toBe('ok');
  });

  test.each([
    ['the same page', [providerRow]],
    ['an empty page', []],
    ['a page without ids', [{ name: 'mleko' }]],
  ])('a provider that answers %s to every question, and promises more, removes no row', async (_, data) => {
    const { provider, device } = await opened();
    let reads = 0;
    const repeating: SendRequest = async (request) => {
      if (request.method !== 'GET' || !request.path.startsWith(`/${wirePath.items}`)) return provider.answer(request);
      reads += 1;
      // Ends an engine that would ask for ever.
      if (reads > 50) throw new Error('asked too often');
      const body = JSON.stringify({ data, meta: { pagination: { page: 1, pageCount: 1e9 } } });
      return { status: 200, body, header: () => null };
    };
    expect(await roundOver(device, repeating)).toEqual({
      kind: 'failed',
      stage: 'pull',
      reason: 'a page without new rows',
      afterMs: null,
    });
    expect(rowsOf(device)).toEqual([milk.id]);
  });
});

test.each([400, 404, 409, 413, 422])(
  'a pull that is refused with %i is a failed pull, and changes are still sent',
  async (status) => {
    const { provider, device } = await opened();
    device.type(update);
    const send = scriptedWire(provider, { GET: [refuseWith(status), refuseWith(status)] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'pull' });
    expect([writes(provider), unsent(device)]).toEqual([['PUT'], 0]);
    expect(device.eventsOf('sync/operationEnded').at(-1)?.payload.status).toBe('error');
  },
);

test('given a stale base on a full disk, when the next pull is refused, then a removal waits for a good pull', async () => {
  const provider = withMilk();
  const { base } = (await opened(provider)).device.state();
  const device = makeHost({ base: { ...base, items: {} }, log: emptyLog });
  device.type(remove);
  await roundOver(device, scriptedWire(provider, { GET: [(_request, pass) => pass(), refuseWith(400)] }), {
    force: false,
  });
  expect([writes(provider), unsent(device)]).toEqual([[], 1]);
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  expect([writes(provider), unsent(device)]).toEqual([['DELETE'], 0]);
});

describe('diff mode', () => {
  const second = anItem(2, listId(1));
  const twoRows = async () => {
    const provider = withMilk();
    provider.put('items', { ...providerRow, uuid: second.id });
    const { device } = await opened(provider);
    device.type(update, updateOf(second, { quantity: '3' }, 2));
    const round = (script: Parameters<typeof scriptedWire>[1] = {}) =>
      roundOver(device, scriptedWire(provider, script), { isDiffMode: true });
    return { provider, device, round };
  };
  const bodies = ({ requests }: Provider) =>
    requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

  test.each<[string, Fault]>([
    ['unanswered', dropAnswer],
    ['lost', dropRequest],
    ['answered 503', answerWith(503, 'busy')],
  ])('a PATCH that is %s is repeated as PATCH, with its keys', async (_, fault) => {
    const { provider, device, round } = await twoRows();
    const sent: unknown[] = [];
    const noted: Fault = (request, pass) => {
      sent.push(request.body);
      return fault(request, pass);
    };
    expect(await round({ PATCH: [noted, noted, noted] })).toMatchObject({ kind: 'failed', stage: 'push' });
    provider.requests.length = 0;
    expect(await round()).toEqual({ kind: 'done' });
    expect([writes(provider), unsent(device)]).toEqual([['PATCH'], 0]);
    expect(bodies(provider)).toEqual([sent[0]]);
  });

  test('given a PATCH that a portal answers, then its rows are sent as PUT, with the same keys', async () => {
    const { provider, device } = await twoRows();
    const keys: unknown[] = [];
    const noted: SendRequest = async (request) => {
      if (request.method === 'PUT') keys.push(request.idempotencyKey);
      if (request.method !== 'PATCH') return provider.answer(request);
      const { data } = request.body as { data: { idempotencyKey: string }[] };
      keys.push(...data.map(({ idempotencyKey }) => idempotencyKey));
      return { status: 200, body: '<html>', header: () => null };
    };
    expect(await roundOver(device, noted, { isDiffMode: true })).toEqual({ kind: 'done' });
    expect([writes(provider), unsent(device)]).toEqual([['PUT', 'PUT'], 0]);
    expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  });

  test('a row that is answered 500 each time does not delay the others of its PATCH', async () => {
    const { provider, device } = await twoRows();
    const { documentId } = provider.row('items', milk.id) ?? {};
    const isOfMilk = ({ path, body }: HttpRequest): boolean =>
      path.endsWith(`/${documentId}`) || JSON.stringify(body ?? {}).includes(milk.id);
    const breaking: SendRequest = async (request) =>
      request.method !== 'GET' && isOfMilk(request)
        ? { status: 500, body: '{"data":null,"error":{"status":500,"message":"boom"}}', header: () => null }
        : provider.answer(request);
    expect(await roundOver(device, breaking, { isDiffMode: true })).toMatchObject({ kind: 'failed' });
    expect(allChanges(device.state().log).map(({ rowId }) => rowId)).toEqual([milk.id]);
    expect(writes(provider)).toEqual(['PUT']);
  });

  test.each([405, 501])(
    'given one answer %i to a PATCH, then no PATCH is sent for the rest of the session',
    async (status) => {
      const { provider, device } = await twoRows();
      const calls: string[] = [];
      const diffMode = { isOn: true };
      const send: SendRequest = async (request) => {
        if (request.method !== 'GET') calls.push(request.method);
        const unknown = { status, body: 'Method Not Allowed', header: () => null };
        return request.method === 'PATCH' ? unknown : provider.answer(request);
      };
      expect(await roundOver(device, send, { diffMode })).toEqual({ kind: 'done' });
      device.type(updateOf(milk, { quantity: '9' }, 8));
      expect(await roundOver(device, send, { diffMode })).toEqual({ kind: 'done' });
      expect(calls).toEqual(['PATCH', 'PUT', 'PUT', 'PUT']);
    },
  );
});

describe('the event stream', () => {
  /** The waits between the tries of a stream that gets these answers. */
  const waitsAfter = async (...answers: readonly (() => Response)[]) => {
    const controller = new AbortController();
    const waits: number[] = [];
    const problems: string[] = [];
    let signedOut = 0;
    const untilAborted = (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    await runStream(
      {
        connect: async () => {
          const answer = answers[waits.length];
          if (answer) return answer();
          controller.abort();
          throw new Error('over');
        },
        onEvent: () => undefined,
        onPhase: () => undefined,
        onSignedOut: () => {
          signedOut += 1;
        },
        isTokenCurrent: () => true,
        onProblem: (problem) => problems.push(problem),
        random: () => 0,
        now: () => 1_000_000,
        wait: async (ms, signal) => (signal === controller.signal ? void waits.push(ms) : untilAborted(signal)),
      },
      controller.signal,
      newStreamMemory(),
    );
    return { waits, problems, signedOut };
  };

  test.each([429, 503])('is not opened before the time that a %i names', async (status) => {
    const busy = () => new Response('', { status, headers: { 'Retry-After': '60' } });
    expect((await waitsAfter(busy, busy, busy)).waits).toEqual([60_000, 60_000, 60_000]);
  });

  test('waits until the end of a rate limit that names a time', async () => {
    const busy = () => new Response('', { status: 429, headers: { 'X-RateLimit-Reset': '1045' } });
    expect((await waitsAfter(busy)).waits).toEqual([45_000]);
  });

  test('given a redirected answer, then it delivers nothing and the session stays', async () => {
    const { waits, problems, signedOut } = await waitsAfter(() => Response.error());
    expect([waits, problems, signedOut]).toEqual([[1000], ['stream redirected'], 0]);
  });
});
