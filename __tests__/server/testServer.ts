import { afterEach } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type AppSettings, buildApp } from '../../server/src/app';
import { openDatabase } from '../../server/src/database';
import type { Database } from '../../server/src/databasePort';
import type { RowLimits } from '../../server/src/rowLimits';
import { makeServices, type Services } from '../../server/src/services';
import { emptyFields } from '../../src/contract/fields';

export const SECRET = 'a secret for tests, long enough to be one';
export const CHEAP_PASSWORDS = { memoryCost: 1024, timeCost: 1 };
export const START = Date.parse('2026-03-01T08:00:00.000Z');

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Client {
  readonly jwt: string;
  readonly userId: number;
  call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly database: Database;
  readonly clock: { now: number };
  call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Signs up a new user and answers a client with their token. */
  signUp(name: string): Promise<Client>;
}

const open: TestServer[] = [];

afterEach(async () => {
  for (const { app, database } of open.splice(0)) {
    await app.close();
    await database.close();
  }
});

type Settings = Partial<AppSettings> & { readonly location?: string; readonly limits?: RowLimits };

/** A server on an empty database with a clock of its own; closed after the test. */
export const testServer = async ({
  location = ':memory:',
  limits,
  ...settings
}: Settings = {}): Promise<TestServer> => {
  const database = await openDatabase(location);
  const clock = { now: START };
  const services = makeServices({
    database,
    now: () => clock.now,
    passwordCost: CHEAP_PASSWORDS,
    ...(limits && { limits }),
  });
  const app = await buildApp({
    services,
    jwtSecret: SECRET,
    registration: true,
    triesPerMinute: 1000,
    ...settings,
  });
  const call: TestServer['call'] = async (method, url, body, headers = {}) => {
    const isText = typeof body === 'string';
    const request = {
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
    };
    const answer = await app.inject(request as InjectOptions);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const parsed: unknown = isJson && answer.payload !== '' ? JSON.parse(answer.payload) : null;
    return { status: answer.statusCode, body: parsed, text: answer.payload, headers: answer.headers };
  };
  const signUp = async (name: string): Promise<Client> => {
    const account = { username: name, email: `${name}@example.com`, password: `${name} secret` };
    const { jwt, user } = (await call('POST', '/api/auth/local/register', account)).body as Login;
    return {
      jwt,
      userId: user.id,
      call: (method, url, body, headers) =>
        call(method, url, body, { authorization: `Bearer ${jwt}`, 'x-session-id': `${name}-tab`, ...headers }),
    };
  };
  const server = { app, services, database, clock, call, signUp };
  open.push(server);
  return server;
};

export interface Login {
  readonly jwt: string;
  readonly user: { readonly id: number; readonly username: string; readonly email: string };
}

/** A record off the wire, as loosely as a test needs it. */
export interface Wire {
  readonly id: number;
  readonly documentId: string;
  readonly uuid: string;
  readonly updatedAt: string;
  readonly createdAt: string;
  readonly deletedAt: string | null;
  readonly name?: string;
  readonly icon?: string;
  readonly list?: string;
  readonly description?: string;
  readonly quantity?: string;
  readonly done?: boolean;
  readonly order?: string;
}

export const recordOf = ({ body }: Answer): Wire => (body as { data: Wire }).data;
export const recordsOf = ({ body }: Answer): Wire[] => (body as { data: Wire[] }).data;
export const errorOf = ({ body }: Answer) =>
  (body as { error: { status: number; name: string; message: string; details: object } }).error;

export const addList = async (client: Client, uuid: string, name = 'Weekend'): Promise<Wire> =>
  recordOf(await client.call('POST', '/api/lists', { data: { uuid, name } }));

export const addItem = async (client: Client, uuid: string, list: string, description = 'Milk'): Promise<Wire> =>
  recordOf(await client.call('POST', '/api/list-items', { data: { uuid, list, description } }));

/** Inserts many items past the API, `item-0` to `item-N`, each a millisecond newer than the one before. */
export const insertItems = async ({ db }: Database, { userId }: Client, list: string, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, at) => ({
    user_id: userId,
    uuid: `item-${at}`,
    document_id: `document-${at}`,
    created_at: START + 1000 + at,
    updated_at: START + 1000 + at,
    deleted_at: null,
    list,
    ...emptyFields.items,
    description: 'Milk',
    quantity: '2',
    done: 1,
  }));
  for (let at = 0; at < count; at += 1000) {
    await db
      .insertInto('items')
      .values(rows.slice(at, at + 1000))
      .execute();
  }
};
