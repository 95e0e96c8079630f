import { describe, expect, test } from '@jest/globals';
import { CAPABILITIES_REQUEST, offeredBy } from '../../src/contract/capabilities';
import { isObject } from '../../src/contract/records';
import { parseLogin, parseUser } from '../../src/contract/user';
import { allChanges } from '../../src/sync/model/syncState';
import { call as askProvider } from '../../src/sync/wire/call';
import { runStream } from '../../src/sync/wire/eventStream';
import { makeSend } from '../../src/sync/wire/http';
import { newStreamMemory } from '../../src/sync/wire/readStream';
import { makeSyncApi } from '../../src/sync/wire/syncApi';
import { aList, anItem, insertOf, listId, moment, removeOf, updateOf } from '../support/builders';
import { list, milk, providerRow, withMilk } from '../support/milkList';
import { type Fault, makeHost, roundOver, scriptedWire } from '../support/roundOver';

/**
 * Every answer to every call. What is expected is the table of docs/provider.md, row by row, in its words; a delay that is named
 * with an answer is kept by all of them.
 */

const row = { documentId: 'doc1', id: 1, createdAt: moment(1), updatedAt: moment(1), deletedAt: null };
const listRecord = { ...row, uuid: list.id, name: 'list 1', icon: 'tomato' };
const itemRecord = { ...row, ...providerRow, uuid: milk.id };
const user = { id: 1, username: 'ola', email: 'ola@example.com' };

/** Each call, and the body that it promises. */
const CALLS = {
  signIn: { jwt: 'jwt', user },
  me: user,
  capabilities: { registration: true },
  pullLists: { data: [listRecord] },
  pullItems: { data: [itemRecord] },
  lookUp: { data: [itemRecord] },
  createList: { data: listRecord },
  createItem: { data: itemRecord },
  update: { data: itemRecord },
  patch: { data: [itemRecord] },
  remove: { data: itemRecord },
  stream: ': hello\n\n',
} as const;
type Call = keyof typeof CALLS;
const ALL = Object.keys(CALLS) as Call[];

/** The columns of the table. */
type Column = 'read' | 'create' | 'update' | 'remove' | 'stream';
const columnOf = (call: Call): Column => {
  if (call === 'stream' || call === 'remove') return call;
  if (call === 'createList' || call === 'createItem') return 'create';
  return call === 'update' || call === 'patch' ? 'update' : 'read';
};

type Answer = (promised: string) => Response | Promise<Response>;
const answer =
  (status: number, body: string | null, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(body, { status, headers });
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  answer(status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
const refusal = (status: number, headers: Record<string, string> = {}, message = 'no'): Answer =>
  json(status, { data: null, error: { status, name: 'Error', message, details: {} } }, headers);
const page = (status: number): Answer =>
  answer(status, '<html>something between</html>', { 'Content-Type': 'text/html' });
const torn: Answer = () =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"data":[{"uuid":'));
        controller.error(new TypeError('network error'));
      },
    }),
    { status: 200 },
  );

type Meaning = 'ok' | 'retry' | 'signedOut' | 'taken' | 'doubtful' | 'refused';
type Row = readonly [string, Answer, ...Meaning[]];
const always = (name: string, given: Answer, meaning: Meaning): Row => [
  name,
  given,
  meaning,
  meaning,
  meaning,
  meaning,
  meaning === 'refused' ? 'retry' : meaning,
];

const eventStream = { 'Content-Type': 'text/event-stream' };
const TABLE: readonly Row[] = [
  always('200 with what the call promises', (body) => new Response(body, { status: 200, headers: eventStream }), 'ok'),
  ['204', answer(204, null), 'retry', 'retry', 'retry', 'ok', 'retry'],
  always('a redirect that fetch did not follow', () => Response.error(), 'retry'),
  always('301', answer(301, null, { Location: '/elsewhere' }), 'retry'),
  always('302', answer(302, null, { Location: '/elsewhere' }), 'retry'),
  always('303', answer(303, null, { Location: '/elsewhere' }), 'retry'),
  always('307', answer(307, null, { Location: '/elsewhere' }), 'retry'),
  always('308', answer(308, null, { Location: '/elsewhere' }), 'retry'),
  always('304 that no cache had asked for', answer(304, null), 'retry'),
  always('an empty 200', answer(200, ''), 'retry'),
  always('an empty 201', answer(201, ''), 'retry'),
  always('an empty 202', answer(202, ''), 'retry'),
  always('200 with the page of a captive portal', page(200), 'retry'),
  always('200 with half of the body', (body) => new Response(body.slice(0, body.length / 2), { status: 200 }), 'retry'),
  always('200 whose connection breaks', torn, 'retry'),
  always('200 with null', json(200, null), 'retry'),
  always('200 with a number', json(200, 7), 'retry'),
  always('200 with an empty object in data', json(200, { data: {} }), 'retry'),
  always('200 with fewer rows than it counts', json(200, { data: [], meta: { total: 1 } }), 'retry'),
  ['400 of the provider', refusal(400), 'refused', 'refused', 'refused', 'refused', 'retry'],
  [
    '400 "must be unique"',
    refusal(400, {}, 'This attribute must be unique'),
    'refused',
    'taken',
    'refused',
    'refused',
    'retry',
  ],
  always('400 of a program that names another status', json(400, { error: { status: 'BAD', message: 'no' } }), 'retry'),
  always('400 of a program with other JSON', json(400, { message: 'no Route matched' }), 'retry'),
  always('400 with a page', page(400), 'retry'),
  always('402', refusal(402), 'retry'),
  always('401', refusal(401), 'signedOut'),
  always('403', refusal(403), 'signedOut'),
  ['404 with JSON', refusal(404), 'refused', 'doubtful', 'doubtful', 'doubtful', 'retry'],
  always('404 with a page', page(404), 'retry'),
  always('405 without JSON', answer(405, 'Method Not Allowed'), 'retry'),
  always('405 of the provider', refusal(405), 'refused'),
  always('408', refusal(408), 'retry'),
  always('409', refusal(409), 'refused'),
  always('410', refusal(410), 'refused'),
  always('413 of the provider', refusal(413), 'refused'),
  always('413 of a proxy', page(413), 'retry'),
  always('422', refusal(422), 'refused'),
  always('425', refusal(425), 'retry'),
  always('429', refusal(429), 'retry'),
  always('431 without JSON', answer(431, ''), 'retry'),
  always('431 of the provider', refusal(431), 'retry'),
  always('451', refusal(451), 'retry'),
  always('500 of the provider', refusal(500), 'retry'),
  always('501', refusal(501), 'retry'),
  always('502 with a page', page(502), 'retry'),
  always('503', refusal(503), 'retry'),
  always('504 with a page', page(504), 'retry'),
  always('no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'retry'),
];
const COLUMNS: readonly Column[] = ['read', 'create', 'update', 'remove', 'stream'];
const meaningOf = ([, , ...meanings]: Row, call: Call): Meaning => meanings[COLUMNS.indexOf(columnOf(call))] ?? 'retry';

const NOW = Date.parse('2026-11-20T09:00:00.000Z');
const promisedBody = (call: Call): string => (call === 'stream' ? CALLS.stream : JSON.stringify(CALLS[call]));

interface Heard {
  readonly kind: string;
  readonly afterMs?: number | null;
}

/** What the stream makes of one answer: whether it came up, and how long it waits when not. */
const hearStream = async (get: typeof fetch): Promise<Heard> => {
  const controller = new AbortController();
  let heard: Heard = { kind: 'retry' };
  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  await runStream(
    {
      connect: () => get('http://listy.test/api/lists/all/sse'),
      onEvent: () => undefined,
      onPhase: (phase) => {
        if (phase === 'connected') heard = { kind: 'ok' };
      },
      onSignedOut: () => {
        heard = { kind: 'signedOut' };
      },
      isTokenCurrent: () => true,
      onProblem: () => undefined,
      random: () => 0,
      now: () => NOW,
      wait: (ms, signal) => {
        if (signal !== controller.signal) return untilAborted(signal);
        if (heard.kind === 'retry') heard = { kind: 'retry', afterMs: ms };
        controller.abort();
        return Promise.resolve();
      },
    },
    controller.signal,
    newStreamMemory(),
  );
  return heard;
};

/** Makes the call as the app does, over a network that gives this answer. */
const hear = async (call: Call, given: Answer): Promise<Heard> => {
  const get: typeof fetch = async () => given(promisedBody(call));
  const http = { fetch: get, apiUrl: 'http://listy.test/api', sessionId: 's', xsrfToken: () => null };
  const send = makeSend({ ...http, token: () => 't' });
  const api = makeSyncApi(send, () => NOW);
  const { signal } = new AbortController();
  const ask = async (path: string, promises: (body: unknown) => boolean) => {
    const request = { method: 'GET', path, signal } as const;
    const withoutToken = { send: makeSend({ ...http, token: () => null }), now: () => NOW };
    return (await askProvider(withoutToken, { kind: 'read', request, promises })).outcome;
  };
  const entry = { documentId: 'doc1', uuid: milk.id, fields: { quantity: '2' }, key: '' };
  switch (call) {
    case 'signIn':
      return ask('/auth/local', (body) => parseLogin(body) !== null);
    case 'me':
      return ask('/users/me', (body) => parseUser(body) !== null);
    case 'capabilities': {
      const offered = offeredBy(await ask(CAPABILITIES_REQUEST.path, isObject));
      return { kind: offered === null ? 'unheard' : offered.registration ? 'ok' : 'nothing' };
    }
    case 'pullLists':
      return api.pull('lists', moment(1), signal);
    case 'pullItems':
      return api.pull('items', moment(1), signal);
    case 'lookUp':
      return api.lookUp('items', [milk.id], signal);
    case 'createList':
      return api.write('lists', { type: 'create', body: {} }, 'key', signal);
    case 'createItem':
      return api.write('items', { type: 'create', body: {} }, 'key', signal);
    case 'update':
      return api.write('items', { type: 'update', documentId: 'doc1', fields: {} }, 'key', signal);
    case 'patch':
      return api.patch('items', [entry], signal);
    case 'remove':
      return api.write('items', { type: 'remove', documentId: 'doc1' }, 'key', signal);
    case 'stream':
      return hearStream(get);
  }
};

/** The question what is offered is optional: it signs nobody out, and a refusal says that nothing is. */
const offering = (meaning: Meaning): string => {
  if (meaning === 'ok') return 'ok';
  return meaning === 'retry' ? 'unheard' : 'nothing';
};

/** Any object says what is offered: what it does not name is not. */
const offersNothing = (name: string): boolean => name.includes('empty object') || name.includes('fewer rows');

describe('the table of answers and calls', () => {
  const cells = TABLE.flatMap((line) => ALL.map((call) => [line[0], call, line] as const));

  test('is large enough to be one', () => {
    expect([TABLE.length, ALL.length]).toEqual([48, 12]);
    expect(cells).toHaveLength(576);
  });

  test.each(cells)('%s, to %s', async (name, call, line) => {
    const meaning = meaningOf(line, call);
    const offered = offersNothing(name) ? 'nothing' : offering(meaning);
    expect((await hear(call, line[1])).kind).toBe(call === 'capabilities' ? offered : meaning);
  });
});

describe('a delay that is named', () => {
  const IN_A_MINUTE = new Date(NOW + 60_000);
  const DELAYS: readonly (readonly [string, Answer])[] = [
    ['429 in seconds', refusal(429, { 'Retry-After': '60' })],
    ['429 as a date', refusal(429, { 'Retry-After': IN_A_MINUTE.toUTCString() })],
    ['429 as the end of the limit', refusal(429, { 'X-RateLimit-Reset': String(IN_A_MINUTE.getTime() / 1000) })],
    ['429 of a proxy', answer(429, 'slow', { 'Retry-After': '60' })],
    ['503 in seconds', refusal(503, { 'Retry-After': '60' })],
    ['503 of a proxy', answer(503, 'busy', { 'Retry-After': '60' })],
  ];
  const calls = ALL.filter((call) => call !== 'capabilities');

  test.each(DELAYS.flatMap(([name, given]) => calls.map((call) => [name, call, given] as const)))(
    '(%s) is kept by %s',
    async (_, call, given) => {
      expect(await hear(call, given)).toMatchObject({ kind: 'retry', afterMs: 60_000 });
    },
  );
});

describe('what an answer to a write leads to', () => {
  const WRITES = [
    ['POST', 'createItem', insertOf(anItem(2, listId(1)), 1)],
    ['POST', 'createList', insertOf(aList(2), 1)],
    ['PUT', 'update', updateOf(milk, { quantity: '2' }, 1)],
    ['PATCH', 'patch', updateOf(milk, { quantity: '2' }, 1)],
    ['DELETE', 'remove', removeOf(milk, 1)],
  ] as const;
  const faultOf =
    (given: Answer, isPromised: boolean): Fault =>
    async (_, pass) => {
      if (isPromised) return pass();
      const response = await given('');
      const body = await response.text().catch(() => '');
      return { status: response.status, body, header: (name) => response.headers.get(name) };
    };

  test.each(TABLE.flatMap((line) => WRITES.map((write) => [line[0], write[1], line, write] as const)))(
    '%s, to %s: nothing leaves without evidence',
    async (name, call, line, [method, , change]) => {
      const provider = withMilk();
      const device = makeHost();
      await roundOver(device, scriptedWire(provider));
      device.type(change);
      const meaning = meaningOf(line, call);
      const isPromised = name.includes('promises') || (name === '204' && method === 'DELETE');
      const faults = [faultOf(line[1], isPromised)];
      const isDiffMode = method === 'PATCH';
      const end = await roundOver(device, scriptedWire(provider, { [method]: faults }), { isDiffMode });
      const { base, log } = device.state();
      const left = allChanges(log).length;
      const isOfThisRequest = 'brokenBy' in (await hear(call, line[1]));
      // Diff mode has a second way for what is not taken or unknown as PATCH: the row by itself.
      const isNotTaken = meaning === 'refused' || meaning === 'doubtful' || isOfThisRequest;
      const hasOtherWay = isDiffMode && (isNotTaken || /^(405|501)/.test(name));
      if (meaning === 'ok' || hasOtherWay) {
        expect([left, log.refusals, end.kind]).toEqual([0, [], 'done']);
      } else if (meaning === 'refused' || meaning === 'taken') {
        expect([left, log.refusals.length, end.kind]).toEqual([0, 1, 'done']);
        expect(provider.alive('items')).toHaveLength(1);
      } else {
        expect([left, log.refusals]).toEqual([1, []]);
        expect(end.kind).toBe(meaning === 'signedOut' ? 'signedOut' : 'failed');
        expect(Object.keys(base.items[listId(1)] ?? {})).toContain(milk.id);
        expect(await roundOver(device, scriptedWire(provider), { isDiffMode })).toEqual({ kind: 'done' });
        expect(allChanges(device.state().log)).toEqual([]);
      }
    },
  );

  test.each(TABLE.filter(([name]) => !name.includes('promises')).map((line) => [line[0], line] as const))(
    '%s, to a pull: no row leaves',
    async (_, line) => {
      const provider = withMilk();
      const device = makeHost();
      await roundOver(device, scriptedWire(provider));
      const fault = faultOf(line[1], false);
      const end = await roundOver(device, scriptedWire(provider, { GET: Array.from({ length: 4 }, () => fault) }));
      expect(end.kind).toBe(meaningOf(line, 'pullLists') === 'signedOut' ? 'signedOut' : 'failed');
      expect(Object.keys(device.state().base.items[listId(1)] ?? {})).toEqual([milk.id]);
      expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    },
  );
});
