import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../server/src/demoAccount';
import { purge } from '../../server/src/purge';
import { TOKEN_LIFE_S } from '../../server/src/tokens';
import { gate } from '../support/gate';
import { lawRuns } from '../support/lawRuns';
import { type Answer, errorOf, type Login, type TestServer, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const DAY_MS = 24 * 60 * 60 * 1000;
const NEW_PASSWORD = 'quite another secret';

const jwtOf = ({ body }: Answer): string => (body as Login).jwt;
const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` });
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
const passwords = (currentPassword: string, password = NEW_PASSWORD, passwordConfirmation = password) => ({
  currentPassword,
  password,
  passwordConfirmation,
});

/** A person with two devices. */
const person = async (server: TestServer) => {
  const name = `ania-${randomUUID()}`;
  const password = `${name} secret`;
  const phone = (await server.signUp(name)).jwt;
  const signIn = async (given = password) =>
    server.call('POST', '/api/auth/local', { identifier: name, password: given });
  const laptop = jwtOf(await signIn());
  const status = async (jwt: string) => (await server.call('GET', '/api/users/me', undefined, bearer(jwt))).status;
  const post = (jwt: string, path: string, body: object = {}) =>
    server.call('POST', `/api/auth/${path}`, body, bearer(jwt));
  return { name, password, phone, laptop, signIn, status, post };
};

/** A function whose first call waits until it is released. */
const heldOnce = <Args extends readonly unknown[], Result>(original: (...args: Args) => Promise<Result>) => {
  const [call, release] = [gate(), gate()];
  let isFirst = true;
  const held = async (...args: Args): Promise<Result> => {
    const isHeld = isFirst;
    isFirst = false;
    call.open();
    if (isHeld) await release.opened;
    return original(...args);
  };
  return { held, called: call.opened, release: release.open };
};

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'an account (%s)',
  (_name, location) => {
    test('given a new password, then this session continues with a new id and all others end', async () => {
      const server = await testServer({ location });
      const { password, phone, laptop, signIn, status, post } = await person(server);
      const answer = await post(phone, 'change-password', passwords(password));
      expect(answer.status).toBe(200);
      const moved = jwtOf(answer);
      expect(claimsOf(moved).sid).not.toBe(claimsOf(phone).sid);
      expect([await status(moved), await status(laptop)]).toEqual([200, 401]);
      expect([(await signIn()).status, (await signIn(NEW_PASSWORD)).status]).toEqual([400, 200]);
      // What this device had on its way is not told that it is signed out.
      expect(await status(phone)).toBe(200);
      server.clock.now += 30_000;
      expect([await status(phone), await status(moved)]).toEqual([401, 200]);
    });

    test('given a new password, when a copy of the old token ends the other sessions, then it is refused and lives no longer', async () => {
      const server = await testServer({ location });
      const { password, phone, status, post } = await person(server);
      const moved = jwtOf(await post(phone, 'change-password', passwords(password)));
      const answer = await post(phone, 'logout-others');
      server.clock.now += 30_000;
      expect([answer.status, await status(moved), await status(phone)]).toEqual([401, 200, 401]);
    });

    test('ends one session, or all others, at the server', async () => {
      const { phone, laptop, signIn, status, post } = await person(await testServer({ location }));
      expect((await post(laptop, 'logout')).status).toBe(200);
      expect([await status(phone), await status(laptop)]).toEqual([200, 401]);
      const tablet = jwtOf(await signIn());
      const answer = await post(phone, 'logout-others');
      expect([await status(phone), await status(jwtOf(answer)), await status(tablet)]).toEqual([200, 200, 401]);
      expect(claimsOf(jwtOf(answer)).sid).toBe(claimsOf(phone).sid);
      // Again: the session that was spared is spared no more.
      const desk = jwtOf(await signIn());
      await post(desk, 'logout-others');
      expect([await status(phone), await status(jwtOf(answer)), await status(desk)]).toEqual([401, 401, 200]);
    });

    test('given a clock that is set back after a sign-out, then the session stays ended', async () => {
      const server = await testServer({ location });
      const { phone, status, post } = await person(server);
      server.clock.now += DAY_MS;
      await post(phone, 'logout');
      server.clock.now -= DAY_MS;
      expect(await status(phone)).toBe(401);
    });

    test('given a sign-out while the clock is a year behind, when it is right again and a purge runs, then the session stays ended', async () => {
      const server = await testServer({ location });
      const { phone, status, post } = await person(server);
      await status(phone);
      server.clock.now -= 365 * DAY_MS;
      await post(phone, 'logout');
      server.clock.now += 365 * DAY_MS;
      await purge(server.database, server.clock.now);
      expect(await status(phone)).toBe(401);
    });

    test('accepts tokens of an older release without a session id until all other sessions are ended', async () => {
      const server = await testServer({ location });
      const { phone, status, post } = await person(server);
      const { sid, ...claims } = claimsOf(phone);
      const old = server.app.jwt.sign(claims);
      expect(await status(old)).toBe(200);
      const answer = await server.call('GET', '/api/users/me', undefined, bearer(old));
      const renewed = String(answer.headers['x-renewed-token']);
      expect(claimsOf(renewed).sid).toMatch(/^[\w-]{22}$/);
      expect((await post(old, 'logout')).status).toBe(200);
      await post(phone, 'logout-others');
      expect([await status(old), await status(renewed), await status(phone)]).toEqual([401, 401, 200]);
      expect(typeof sid).toBe('string');
    });

    test('stays signed in while it is used once a month', async () => {
      const server = await testServer({ location });
      const { phone, status } = await person(server);
      let token = phone;
      for (let month = 0; month < 4; month += 1) {
        server.clock.now += 14 * DAY_MS;
        const early = await server.call('GET', '/api/users/me', undefined, bearer(token));
        expect(early.headers['x-renewed-token']).toBeUndefined();
        server.clock.now += 15 * DAY_MS;
        await purge(server.database, server.clock.now);
        const late = await server.call('GET', '/api/users/me', undefined, bearer(token));
        const renewed = String(late.headers['x-renewed-token']);
        expect(claimsOf(renewed)).toMatchObject({ sid: claimsOf(phone).sid });
        // Another tab may still use the one before.
        expect(await status(token)).toBe(200);
        token = renewed;
      }
      server.clock.now += TOKEN_LIFE_S * 1000;
      expect(await status(token)).toBe(401);
    });

    test('is not renewed after it moved to another id with a new password', async () => {
      const server = await testServer({ location });
      const { password, phone, post } = await person(server);
      server.clock.now += 20 * DAY_MS;
      await post(phone, 'change-password', passwords(password));
      const answer = await server.call('GET', '/api/users/me', undefined, bearer(phone));
      expect([answer.status, answer.headers['x-renewed-token']]).toEqual([200, undefined]);
    });

    test('notes that a session is used once an hour at most', async () => {
      const server = await testServer({ location });
      const { phone, status } = await person(server);
      const { id, sid } = claimsOf(phone);
      const seen = async () => (await server.services.sessions.find(id, sid))?.session_seen_at;
      await status(phone);
      const first = await seen();
      server.clock.now += 59 * 60_000;
      await status(phone);
      expect(await seen()).toBe(first);
      server.clock.now += 60_000;
      await status(phone);
      expect(await seen()).toBe(server.clock.now);
    });

    test('given a bad form, then nothing changes and the answer is not 401, 403 or 5xx', async () => {
      const server = await testServer({ location });
      const { password, phone, laptop, signIn, status, post } = await person(server);
      const value = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(null, 1, [], {}, 'x'.repeat(2000), '\0'));
      const form = fc.record(
        { currentPassword: value, password: value, passwordConfirmation: value, more: value },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(form, async (body) => {
          const answer = await post(phone, 'change-password', body);
          expect([400, 429]).toContain(answer.status);
          expect(answer.text).not.toContain('x'.repeat(300));
        }),
        lawRuns(60),
      );
      for (const body of ['[]', '[1]', '"text"', 'not json', ''])
        expect((await server.call('POST', '/api/auth/change-password', body, bearer(phone))).status).toBe(400);
      expect([await status(phone), await status(laptop), (await signIn(password)).status]).toEqual([200, 200, 200]);
    });

    test.each([
      ['the current password wrong', ['wrong', NEW_PASSWORD], 'The provided current password is invalid'],
      ['the two different', [null, NEW_PASSWORD, 'another'], 'Passwords do not match'],
      ['the old one again', [null, null], 'Your new password must be different than your current password'],
      ['seven characters', [null, 'seven77'], 'password must be at least 8 characters'],
      ['a common one', [null, 'Baseball'], 'password is too common'],
    ])('keeps its password given %s', async (_what, [current, next, again], message) => {
      const { password, phone, status, post } = await person(await testServer({ location }));
      const body = passwords(current ?? password, next ?? password, again ?? next ?? password);
      const answer = await post(phone, 'change-password', body);
      expect(errorOf(answer)).toMatchObject({ status: 400, message });
      expect(await status(phone)).toBe(200);
    });

    test('given a stolen session, then tries of the current password are limited', async () => {
      const { password, phone, post } = await person(await testServer({ location, triesPerMinute: 3 }));
      const tries: number[] = [];
      for (let at = 0; at < 4; at += 1) tries.push((await post(phone, 'change-password', passwords('a guess'))).status);
      expect(tries).toEqual([400, 400, 400, 429]);
      expect((await post(phone, 'change-password', passwords(password))).status).toBe(429);
    });

    test('given a stranger whose session ends while their new password is hashed, then the password of the owner stays', async () => {
      const server = await testServer({ location });
      const { password, phone, laptop, signIn, status, post } = await person(server);
      const hash = heldOnce(server.services.passwords.hash);
      Object.assign(server.services.passwords, { hash: hash.held });
      const stranger = post(laptop, 'change-password', passwords(password, 'the secret of a stranger'));
      await hash.called;
      const owner = await post(phone, 'change-password', passwords(password));
      hash.release();
      expect([owner.status, (await stranger).status]).toEqual([200, 401]);
      expect([await status(jwtOf(owner)), (await signIn(NEW_PASSWORD)).status]).toEqual([200, 200]);
    });

    test('given a stranger whose session ends while it ends the others, then the owner stays signed in and the stranger does not', async () => {
      const server = await testServer({ location });
      const { password, phone, laptop, status, post } = await person(server);
      const ending = heldOnce(server.services.sessions.endOthers);
      Object.assign(server.services.sessions, { endOthers: ending.held });
      const stranger = post(laptop, 'logout-others');
      await ending.called;
      const owner = await post(phone, 'change-password', passwords(password));
      ending.release();
      expect([owner.status, (await stranger).status]).toEqual([200, 401]);
      expect([await status(jwtOf(owner)), await status(laptop)]).toEqual([200, 401]);
    });

    test('given a stranger whose session ends while the password for a removal is checked, then the account stays', async () => {
      const server = await testServer({ location });
      const { password, phone, laptop, signIn, status, post } = await person(server);
      const matches = heldOnce(server.services.passwords.matches);
      Object.assign(server.services.passwords, { matches: matches.held });
      const stranger = server.call('DELETE', '/api/users/me', { password }, bearer(laptop));
      await matches.called;
      const owner = await post(phone, 'change-password', passwords(password));
      matches.release();
      expect([owner.status, (await stranger).status]).toEqual([200, 401]);
      expect([await status(jwtOf(owner)), (await signIn(NEW_PASSWORD)).status]).toEqual([200, 200]);
    });

    test('given an account that is deleted during a sign-out, then the session is unknown, and that is no fault of the server', async () => {
      const server = await testServer({ location });
      const { password, phone, laptop, post } = await person(server);
      const ending = heldOnce(server.services.sessions.end);
      Object.assign(server.services.sessions, { end: ending.held });
      const signingOut = post(laptop, 'logout');
      await ending.called;
      const removed = await server.call('DELETE', '/api/users/me', { password }, bearer(phone));
      ending.release();
      expect([removed.status, (await signingOut).status]).toEqual([200, 401]);
    });

    test.each([
      ['change of the password', 'passwords', 'hash', 'POST', '/api/auth/change-password'],
      ['end of the others', 'sessions', 'endOthers', 'POST', '/api/auth/logout-others'],
      ['deletion of the account', 'passwords', 'matches', 'DELETE', '/api/users/me'],
    ] as const)(
      'given a session that signs out during its own %s, then nothing is changed and it stays signed out',
      async (_, service, step, method, path) => {
        const server = await testServer({ location });
        const { password, phone, laptop, signIn, status, post } = await person(server);
        const steps: Record<string, (...args: readonly unknown[]) => Promise<unknown>> = server.services[
          service
        ] as never;
        const { held, called, release } = heldOnce(steps[step] as (typeof steps)[string]);
        steps[step] = held;
        const body = method === 'DELETE' ? { password } : passwords(password);
        const asked = server.call(method, path, body, bearer(laptop));
        await called;
        expect((await post(laptop, 'logout')).status).toBe(200);
        release();
        expect((await asked).status).toBe(401);
        expect([await status(laptop), await status(phone), (await signIn(password)).status]).toEqual([401, 200, 200]);
      },
    );

    test('given a session that ends the others twice at once, then it stays signed in', async () => {
      const server = await testServer({ location });
      const { phone, status, post } = await person(server);
      const ending = heldOnce(server.services.sessions.endOthers);
      Object.assign(server.services.sessions, { endOthers: ending.held });
      const first = post(phone, 'logout-others');
      await ending.called;
      const second = await post(phone, 'logout-others');
      ending.release();
      expect([(await first).status, second.status]).toEqual([200, 200]);
      expect([await status(jwtOf(await first)), await status(jwtOf(second)), await status(phone)]).toEqual([
        200, 200, 200,
      ]);
    });
  },
);

/** Only on PostgreSQL can two processes write at the same moment. */
for (const location of LOCATIONS.filter((address) => address !== ':memory:')) {
  test('given a session that signs out in one process while it ends the others in another, then it is signed out', async () => {
    const [server, other] = [await testServer({ location }), await testServer({ location })];
    const { phone, laptop, status, post } = await person(server);
    expect([await status(laptop), await status(phone)]).toEqual([200, 200]);
    const holder = new pg.Client({ connectionString: location });
    await holder.connect();
    const waiting = async () => {
      const locks = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await locks.execute(server.database.db)).rows.length;
    };
    try {
      await holder.query('begin');
      await holder.query('select 1 from sessions where id = $1 for update', [claimsOf(laptop).sid]);
      const ending = post(phone, 'logout-others');
      while ((await waiting()) < 1);
      let isSignedOut = false;
      const signingOut = other.call('POST', '/api/auth/logout', {}, bearer(phone)).finally(() => {
        isSignedOut = true;
      });
      while (!isSignedOut && (await waiting()) < 2);
      await holder.query('commit');
      expect([(await ending).status, (await signingOut).status]).toEqual([200, 200]);
      expect([await status(phone), await status(jwtOf(await ending))]).toEqual([401, 401]);
    } finally {
      await holder.end();
    }
  });
}

test('a stream ends at the next heartbeat after its session', async () => {
  const server = await testServer({ heartbeatMs: 20 });
  const { phone, laptop, post } = await person(server);
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const open = (jwt: string) => fetch(`${address}/api/lists/all/sse`, { headers: bearer(jwt) });
  const [here, there] = [await open(phone), await open(laptop)];
  await post(phone, 'logout-others');
  // Ends by itself, or the test does not.
  await there.text();
  await post(phone, 'logout');
  await here.text();
});

test('the demo account keeps its password and its sessions', async () => {
  const server = await testServer({ demo: true });
  await server.services.users.add({ username: 'demo', email: DEMO_EMAIL, password: DEMO_PASSWORD });
  const jwt = jwtOf(await server.call('POST', '/api/auth/demo', {}));
  const body = passwords(DEMO_PASSWORD);
  expect((await server.call('POST', '/api/auth/change-password', body, bearer(jwt))).status).toBe(400);
  expect((await server.call('POST', '/api/auth/logout-others', {}, bearer(jwt))).status).toBe(400);
  expect((await server.call('POST', '/api/auth/demo', {})).status).toBe(200);
});

test('a renewed token may be read by a page of another origin', async () => {
  const server = await testServer({ corsOrigins: ['https://other.example'] });
  const { phone } = await person(server);
  const headers = { ...bearer(phone), origin: 'https://other.example' };
  const answer = await server.call('GET', '/api/users/me', undefined, headers);
  expect(String(answer.headers['access-control-expose-headers'])).toContain('X-Renewed-Token');
});

test.each(['password', '12345678', 'QWERTYUIOP', 'iloveyou', 'seven77', '1234'])(
  'a sign-up with %s is refused',
  async (password) => {
    const server = await testServer();
    const account = { username: 'ania', email: 'ania@example.com', password };
    expect((await server.call('POST', '/api/auth/local/register', account)).status).toBe(400);
  },
);
