import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { addDemoAccount, DEMO_EMAIL } from '../../server/src/demoAccount';
import { testServer } from './testServer';

const offered = async (server: Awaited<ReturnType<typeof testServer>>) =>
  ((await server.call('GET', '/api/capabilities')).body as { demo: boolean }).demo;

describe('the demo', () => {
  test('given a server with a demo, then it is announced and signs in without a password', async () => {
    const server = await testServer({ demo: true });
    await addDemoAccount(server.services);
    expect(await offered(server)).toBe(true);
    const { status, body } = await server.call('POST', '/api/auth/demo', {});
    expect(status).toBe(200);
    const { jwt, user } = body as { jwt: string; user: { email: string } };
    expect(user.email).toBe(DEMO_EMAIL);
    const lists = await server.call('GET', '/api/lists', undefined, { Authorization: `Bearer ${jwt}` });
    expect((lists.body as { data: unknown[] }).data.length).toBeGreaterThan(0);
  });

  test('given two processes that start at once on one empty database, then both start, and there is one demo account', async () => {
    const server = await testServer({ demo: true });
    await Promise.all([addDemoAccount(server.services), addDemoAccount(server.services)]);
    expect((await server.services.users.all()).map(({ email }) => email)).toEqual([DEMO_EMAIL]);
  });

  test('given a creation that ends half-way, then nothing of it is there, and the next start creates all of it', async () => {
    const { services, database } = await testServer({ demo: true });
    await sql`create trigger ends before insert on items when new.description = 'Kawa' begin select raise(abort, 'killed'); end`.execute(
      database.db,
    );
    const failure = addDemoAccount(services).catch(({ message }: Error) => message);
    expect(await failure).toBe('killed');
    expect(await services.users.isEmpty()).toBe(true);
    await sql`drop trigger ends`.execute(database.db);
    await addDemoAccount(services);
    const [user] = await services.users.all();
    expect(await services.records.since(Number(user?.id), 'items', 0)).toHaveLength(12);
  });

  test('given a server without one, then it is not announced and there is no such address', async () => {
    const server = await testServer();
    await addDemoAccount(server.services);
    expect(await offered(server)).toBe(false);
    expect((await server.call('POST', '/api/auth/demo', {})).status).toBe(404);
  });

  test('given a person’s own account with the demo’s e-mail, then the demo does not sign in there', async () => {
    const server = await testServer({ demo: true });
    const body = { username: 'own', email: DEMO_EMAIL, password: 'a password of their own' };
    await server.call('POST', '/api/auth/local/register', body);
    expect((await server.call('POST', '/api/auth/demo', {})).status).toBe(404);
  });

  test('given many tries from one address, then they are limited like every sign-in', async () => {
    const server = await testServer({ demo: true, triesPerMinute: 2 });
    await addDemoAccount(server.services);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await server.call('POST', '/api/auth/demo', {})).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
