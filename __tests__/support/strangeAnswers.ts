import type { HttpRequest } from '../../src/sync/wire/call';
import type { FaultName, Faults } from './faults';
import type { Random } from './simulationRandom';

/** Answers that do not come from the provider, by the name of their fault. */

/** An answer on the wire, before a browser has made a response from it. */
export interface WireAnswer {
  readonly status: number;
  readonly body: string;
  readonly header: (name: string) => string | null;
  /** For a redirect: the answer of the page that it leads to. */
  readonly page?: WireAnswer;
  /** Identifies the whole content of a read, also if the body is cut. */
  readonly etag?: string;
}

export const answerOf = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): WireAnswer => ({
  status,
  body,
  header: (name) => headers[name.toLowerCase()] ?? null,
});

/** An error in the JSON shape of the provider. */
export const providerError = (status: number, headers?: Readonly<Record<string, string>>): WireAnswer =>
  answerOf(status, JSON.stringify({ data: null, error: { status, name: 'Error', message: 'no' } }), headers);

const HTML = '<!doctype html><title>Listy</title>';

const followedAs = (status: number, method: HttpRequest['method']): HttpRequest['method'] => {
  if (status === 303) return 'GET';
  return method === 'POST' && status < 303 ? 'GET' : method;
};

/** The page may be any page. Only a GET can be answered with the HTML of the app. */
const redirected = (random: Random, { method }: HttpRequest): WireAnswer => {
  const status = random.pick([301, 302, 303, 307, 308]) ?? 302;
  const isRead = followedAs(status, method) === 'GET';
  const page = isRead && random.chance(0.5) ? answerOf(200, HTML) : providerError(404);
  return { ...answerOf(status, '', { location: '/elsewhere' }), page };
};

const OTHER_JSON: readonly unknown[] = [
  {},
  { status: 'ok' },
  { data: null },
  { data: {} },
  { data: { id: 1, documentId: 'other', name: 'other', updatedAt: '2026-06-01T00:00:00.000Z' } },
  { message: 'It works' },
  null,
  'ok',
];

/** The server does not know one entry, or none of them: so a replica that is behind answers a PATCH. */
const rejectedEntries = ({ body }: HttpRequest): WireAnswer => {
  const { data } = body as { data: object };
  const entries = [data].flat() as { readonly uuid: string }[];
  const rejected = entries.map(({ uuid }) => ({ uuid, status: 404, message: 'Not Found' }));
  return answerOf(200, JSON.stringify({ data: [], meta: { rejected } }));
};

const unknownThere = (random: Random, request: HttpRequest): WireAnswer =>
  request.method === 'PATCH' && random.chance(0.5) ? rejectedEntries(request) : providerError(404);

const MOST_SECONDS = 120;

const askedToWait = (random: Random): WireAnswer => {
  const headers = { 'retry-after': String(1 + random.below(MOST_SECONDS)) };
  const status = random.pick([429, 503]) ?? 429;
  return random.chance(0.5) ? providerError(status, headers) : answerOf(status, '', headers);
};

type Stranger = (random: Random, request: HttpRequest) => WireAnswer;

const STRANGERS: Readonly<Partial<Record<FaultName, Stranger>>> = {
  redirect: redirected,
  emptyAnswer: (random) => answerOf(random.pick([200, 201, 202]) ?? 200, ''),
  otherProgram: (random) => answerOf(200, JSON.stringify(random.pick(OTHER_JSON) ?? null)),
  wrongMount: unknownThere,
  retryAfter: askedToWait,
  refusedRead: (random) => providerError(random.pick([400, 404, 409, 413, 422]) ?? 400),
};

/** Whether the fault may happen to the request. The JSON of another program could pass as an answer about capabilities or a sign-in. */
const canMeet = (name: FaultName, { method, path }: HttpRequest): boolean => {
  const isRecords = path.startsWith('/list');
  if (name === 'wrongMount') return method !== 'GET' && isRecords;
  if (name === 'refusedRead') return method === 'GET' && isRecords;
  return isRecords || name !== 'otherProgram';
};

/** Reads have fewer faults: a round that cannot read never comes to its writes. */
const READ_SHARE = 0.3;

/** The answer of another program to a request that never arrives; null if the request passes. */
export const strangeAnswer = (faults: Faults, request: HttpRequest): WireAnswer | null => {
  for (const [name, stranger] of Object.entries(STRANGERS) as [FaultName, Stranger][]) {
    if (!faults.isOn(name) || !canMeet(name, request)) continue;
    const random = faults.random(name);
    const isSpared = request.method === 'GET' && !random.chance(READ_SHARE);
    if (!isSpared && faults.happens(name)) return stranger(random, request);
  }
  return null;
};
