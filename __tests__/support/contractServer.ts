import type { AddressInfo } from 'node:net';
import { bypass, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { buildApp } from '../../server/src/app';
import { openDatabase } from '../../server/src/database';
import type { Database } from '../../server/src/databasePort';
import type { Mail } from '../../server/src/mailer';
import type { RowLimits } from '../../server/src/rowLimits';
import { makeServices } from '../../server/src/services';
import { atWork } from './settled';

/**
 * The network of the tests: msw takes every request to the provider and hands it to the real server app over an in-memory
 * database, so that no mock can differ from the contract. Faults happen on the wire: it loses, doubles or delays a request, or
 * something else answers it.
 */
export const PROVIDER = 'http://listy.test';

/** What happens to one request on its way; `send` may be called never, once or twice. */
export type Fault = (request: Request, send: () => Promise<Response>) => Promise<Response>;

export const faults = {
  /** The request never arrives. */
  lost: async () => HttpResponse.error(),
  /** The request arrives and is carried out, but its answer is lost. */
  answerLost: async (_request, send) => {
    await send();
    return HttpResponse.error();
  },
  /** The request arrives twice. The client gets the second answer. */
  doubled: async (_request, send) => {
    await send();
    return send();
  },
} satisfies Record<string, Fault>;

/** The client gets this answer instead, from the provider or from something in front of it. */
export const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  async () =>
    new HttpResponse(body, { status, headers });

/** The provider's own refusal, in Strapi's shape. */
export const refusing = (status: number, message: string, headers: Record<string, string> = {}): Fault =>
  answering(status, JSON.stringify({ data: null, error: { status, name: 'Error', message, details: {} } }), {
    'Content-Type': 'application/json',
    ...headers,
  });

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly session: string | null;
  /** The token it carried. */
  readonly bearer: string | null;
}

export interface ContractServer {
  readonly origin: string;
  readonly clock: { now: number };
  readonly database: Database;
  /** Every request that left a device, in order. */
  readonly seen: Seen[];
  /** The mails that were sent, in order. */
  readonly mails: Mail[];
  /** Decides what happens to each request; null lets it pass. */
  wire: ((request: Request) => Fault | null) | null;
  /** Creates an account and returns its token and user. */
  signUp(email: string): Promise<{ jwt: string; user: { id: number; username: string; email: string } }>;
  /** Signs in again: one more session of the account. */
  signIn(email: string): Promise<{ jwt: string; user: unknown }>;
  /** Calls the API directly, without the faults of the wire, as another program would. */
  call(jwt: string, method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export const PASSWORD = 'a good password';

export const startContractServer = async (limits?: RowLimits): Promise<ContractServer> => {
  const database = await openDatabase(':memory:');
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') };
  const services = makeServices({
    database,
    // Each reading of the clock adds a few ms, as real time would.
    now: () => {
      clock.now += 1;
      return clock.now;
    },
    passwordCost: { memoryCost: 1024, timeCost: 1 },
    ...(limits && { limits }),
  });
  const mails: Mail[] = [];
  const app = await buildApp({
    services,
    jwtSecret: 'a secret for tests, long enough to be one',
    registration: true,
    triesPerMinute: 10_000,
    heartbeatMs: 200,
    reset: { mailer: { send: async (mail) => void mails.push(mail) }, publicUrl: `${PROVIDER}/` },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const direct = `http://127.0.0.1:${port}`;

  const state: Pick<ContractServer, 'seen' | 'wire'> = { seen: [], wire: null };
  const forward = async (request: Request, body: string): Promise<Response> => {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    // A compressed answer would be unpacked here, but its headers would still say that it is compressed.
    headers.set('accept-encoding', 'identity');
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && body !== '';
    return fetch(
      bypass(direct + url.pathname + url.search, {
        method: request.method,
        headers,
        signal: request.signal,
        ...(hasBody && { body }),
      }),
    );
  };
  const network = setupServer(
    http.all(`${PROVIDER}/api/*`, async ({ request }) => {
      const body = await request.clone().text();
      const { pathname, search } = new URL(request.url);
      state.seen.push({
        method: request.method,
        path: pathname + search,
        body,
        session: request.headers.get('x-session-id'),
        bearer: request.headers.get('authorization')?.slice('Bearer '.length) ?? null,
      });
      const fault = state.wire?.(request) ?? null;
      // The device that asked may be dead by now: for msw that is a network error, not a broken handler.
      const send = () => atWork(forward(request, body).catch(() => HttpResponse.error()));
      return fault ? fault(request, send) : send();
    }),
  );
  network.listen({ onUnhandledRequest: 'bypass' });

  const post = async (path: string, payload: unknown) =>
    (await fetch(`${direct}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    }).then((answer) => answer.json())) as Awaited<ReturnType<ContractServer['signUp']>>;

  return Object.assign(state, {
    origin: PROVIDER,
    clock,
    database,
    mails,
    signUp: (email: string) => post('/auth/local/register', { username: email, email, password: PASSWORD }),
    signIn: (email: string) => post('/auth/local', { identifier: email, password: PASSWORD }),
    call: async (jwt: string, method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${direct}/api${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${jwt}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return text ? JSON.parse(text) : null;
    },
    close: async () => {
      network.close();
      // The tests' own client keeps its connections for a next request that will not come.
      app.server.closeAllConnections();
      await app.close();
      await database.close();
    },
  });
};
