import type { InjectOptions } from 'fastify';
import { buildApp } from '../../server/src/app';
import { openDatabase } from '../../server/src/database';
import { makeServices } from '../../server/src/services';
import { COLLECTIONS, type Collection, wirePath } from '../../src/contract/records';
import type { HttpRequest } from '../../src/sync/wire/call';
import type { StoredRow } from './modelProvider';
import type { OpenProvider } from './simulationProvider';

const START = Date.parse('2026-03-01T08:00:00.000Z');
const BEGINNING = '1970-01-01T00:00:00.000Z';

/**
 * Our real server on a database in memory, as a provider of the simulation. Each history has a user of its own.
 * @returns functions that open a provider and end the server
 */
export const openSimulationServer = async () => {
  let now = () => 0;
  const database = await openDatabase(':memory:');
  const services = makeServices({
    database,
    now: () => START + now(),
    passwordCost: { memoryCost: 1024, timeCost: 1 },
  });
  const app = await buildApp({
    services,
    jwtSecret: 'a secret for simulated worlds, long enough',
    registration: true,
    triesPerMinute: 1_000_000,
  });
  let users = 0;

  const signUp = async (): Promise<string> => {
    users += 1;
    const payload = { username: `user${users}`, email: `user${users}@example.com`, password: 'a secret' };
    const { jwt } = (await app.inject({ method: 'POST', url: '/api/auth/local/register', payload })).json();
    return jwt;
  };

  const open: OpenProvider = async (_, onStored, worldNow) => {
    now = worldNow;
    const jwt = await signUp();
    let busy = 0;
    let requests = 0;
    const told = { lists: BEGINNING, items: BEGINNING };

    const call = async ({ method, path, body, idempotencyKey }: Omit<HttpRequest, 'signal'>, session: string) => {
      const answer = await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${jwt}`,
          'x-session-id': session,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      } as InjectOptions);
      if (answer.statusCode >= 500) throw new Error(`the server broke: ${answer.payload}`);
      const header = (name: string) => {
        const value = answer.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      };
      return { status: answer.statusCode, body: answer.payload, header };
    };

    const rowsSince = async (collection: Collection, since: string): Promise<StoredRow[]> => {
      const path = `/${wirePath[collection]}?filters[updatedAt][$gte]=${since}`;
      return JSON.parse((await call({ method: 'GET', path }, 'checker')).body).data;
    };

    const tellNews = async (): Promise<void> => {
      for (const collection of COLLECTIONS) {
        for (const row of await rowsSince(collection, told[collection])) {
          if (row.updatedAt <= told[collection]) continue;
          onStored(collection, row);
          told[collection] = row.updatedAt > told[collection] ? row.updatedAt : told[collection];
        }
      }
    };

    return {
      manner: 'ours',
      answer: async (request, session) => {
        busy += 1;
        requests += 1;
        try {
          const answer = await call(request, session);
          if (request.method !== 'GET') await tellNews();
          return answer;
        } finally {
          busy -= 1;
        }
      },
      isBusy: () => busy > 0,
      end: async () => {
        const [lists, items] = await Promise.all([rowsSince('lists', BEGINNING), rowsSince('items', BEGINNING)]);
        const rows = { lists, items };
        return { alive: (collection) => rows[collection].filter((row) => !row.deletedAt), requests };
      },
    };
  };

  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  return { open, close };
};
