import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { codeIn, type Mailbox, startMailbox } from '../../e2e/support/mailbox';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../server/src/demoAccount';
import { makeMailer } from '../../server/src/mailer';
import { mailLanguage } from '../../server/src/resetMail';
import { errorOf, type Login, type TestServer, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'quite another secret';
const PUBLIC_URL = 'https://listy.example/below/';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

type Settings = Parameters<typeof testServer>[0];

const mailingServer = async (settings: Settings = {}) => {
  const mailer = makeMailer({ smtpUrl: mailbox.smtpUrl, from: 'Listy <listy@listy.example>' });
  return testServer({ reset: { mailer, publicUrl: PUBLIC_URL }, ...settings });
};

const forgot = (server: TestServer, email: string, language = 'pl') =>
  server.call('POST', '/api/auth/forgot-password', { email }, { 'accept-language': language });

const reset = (server: TestServer, code: string, password = NEW_PASSWORD, passwordConfirmation = password) =>
  server.call('POST', '/api/auth/reset-password', { code, password, passwordConfirmation });

/** A person with an account of their own, whatever the database holds. */
const person = async (server: TestServer, prefix = 'ania') => {
  const name = `${prefix}-${randomUUID()}`;
  const { jwt, userId } = await server.signUp(name);
  const email = `${name}@example.com`;
  const signIn = async (password: string) =>
    (await server.call('POST', '/api/auth/local', { identifier: email, password })).status;
  const status = async () =>
    (await server.call('GET', '/api/users/me', undefined, { authorization: `Bearer ${jwt}` })).status;
  return { name, email, jwt, userId, password: `${name} secret`, signIn, status };
};

/** Asks, and reads the code off the mail. */
const mailedCode = async (server: TestServer, email: string): Promise<string> => {
  expect((await forgot(server, email)).status).toBe(200);
  const mail = await mailbox.next();
  expect(mail.to).toEqual([email]);
  return codeIn(mail);
};

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'a forgotten password (%s)',
  (_name, location) => {
    test('given the link of a mail, then the password is set, all sessions end, and the link works once', async () => {
      const server = await mailingServer({ location });
      const { email, password, signIn, status } = await person(server);
      const code = await mailedCode(server, email);
      expect(code).toMatch(/^[\w-]{43}$/);
      const { jwt: anew } = (await reset(server, code)).body as Login;
      const bearer = { authorization: `Bearer ${anew}` };
      expect((await server.call('GET', '/api/users/me', undefined, bearer)).body).toMatchObject({ email });
      expect([await status(), await signIn(password), await signIn(NEW_PASSWORD)]).toEqual([401, 400, 200]);
      expect(errorOf(await reset(server, code, 'and one more secret')).message).toBe('Incorrect code provided');
      expect(await signIn(NEW_PASSWORD)).toBe(200);
    });

    test('given an account that is deleted before its link is made, then no link is made', async () => {
      const { services } = await mailingServer({ location });
      const { id, email } = await services.users.add({
        username: randomUUID(),
        email: `${randomUUID()}@example.com`,
        password: NEW_PASSWORD,
      });
      await services.users.remove(email);
      expect(await services.resets.open(id)).toBe(null);
    });

    test('given an unknown address, then the answer is the same and no mail is sent', async () => {
      const server = await mailingServer({ location });
      const { email } = await person(server);
      const before = mailbox.mails.length;
      const stranger = await forgot(server, `nobody-${randomUUID()}@example.com`);
      const known = await forgot(server, email);
      expect([stranger.status, stranger.text]).toEqual([known.status, known.text]);
      expect((await mailbox.next()).to).toEqual([email]);
      await server.app.close();
      expect(mailbox.mails).toHaveLength(before + 1);
    });

    test('keeps no code in the database, only its hash', async () => {
      const server = await mailingServer({ location });
      const { email } = await person(server);
      const code = await mailedCode(server, email);
      const rows = await server.database.db.selectFrom('password_resets').selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(code);
    });

    test('gets a link that lasts an hour', async () => {
      const server = await mailingServer({ location });
      const { email } = await person(server);
      const code = await mailedCode(server, email);
      server.clock.now += 60 * MINUTE_MS;
      expect((await reset(server, code)).status).toBe(400);
      const next = await mailedCode(server, email);
      server.clock.now += 60 * MINUTE_MS - 1;
      expect((await reset(server, next)).status).toBe(200);
    });

    test('gets one mail in five minutes, and a newer link ends the older one', async () => {
      const server = await mailingServer({ location });
      const { email } = await person(server);
      const first = await mailedCode(server, email);
      await forgot(server, email);
      server.clock.now += 5 * MINUTE_MS;
      const second = await mailedCode(server, email);
      expect(second).not.toBe(first);
      expect([(await reset(server, first)).status, (await reset(server, second)).status]).toEqual([400, 200]);
    });

    test('given a change of the password, then the link ends', async () => {
      const server = await mailingServer({ location });
      const { email, jwt, password, signIn } = await person(server);
      const code = await mailedCode(server, email);
      const change = {
        currentPassword: password,
        password: 'changed by hand',
        passwordConfirmation: 'changed by hand',
      };
      const bearer = { authorization: `Bearer ${jwt}` };
      expect((await server.call('POST', '/api/auth/change-password', change, bearer)).status).toBe(200);
      expect((await reset(server, code)).status).toBe(400);
      expect(await signIn('changed by hand')).toBe(200);
    });

    test('is set once when the link is used several times at once', async () => {
      const server = await mailingServer({ location });
      const { email, signIn } = await person(server);
      const code = await mailedCode(server, email);
      const tries = [0, 1, 2, 3].map((at) => `the ${at}th new secret`);
      const statuses = await Promise.all(tries.map(async (password) => (await reset(server, code, password)).status));
      expect([...statuses].sort()).toEqual([200, 400, 400, 400]);
      expect(await signIn(tries[statuses.indexOf(200)] ?? '')).toBe(200);
    });

    test('given a bad new password, then it is refused and the link stays valid', async () => {
      const server = await mailingServer({ location });
      const { email } = await person(server);
      const code = await mailedCode(server, email);
      const messages = [
        errorOf(await reset(server, code, 'seven77')).message,
        errorOf(await reset(server, code, 'Baseball')).message,
        errorOf(await reset(server, code, NEW_PASSWORD, 'another')).message,
      ];
      expect(messages).toEqual([
        'password must be at least 8 characters',
        'password is too common',
        'Passwords do not match',
      ]);
      expect((await reset(server, code)).status).toBe(200);
    });

    test('given a mail server that refuses, then the log has one line without secrets, and a new request is allowed at once', async () => {
      const lines: string[] = [];
      const stream = new Writable({
        write: (line, _encoding, done) => {
          lines.push(String(line));
          done();
        },
      });
      const server = await mailingServer({ location, logger: { level: 'warn', stream } });
      const { email, userId } = await person(server, 'refused');
      expect((await forgot(server, email)).status).toBe(200);
      await server.app.close();
      const [line = '', ...more] = lines;
      expect(more).toEqual([]);
      expect(JSON.parse(line)).toMatchObject({ msg: 'mail failed', reason: 'EENVELOPE 550' });
      for (const secret of [email, 'mail secret', '#reset=']) expect(line).not.toContain(secret);
      expect(await server.services.resets.open(userId)).toMatch(/^[\w-]{43}$/);
    });
  },
);

/** Only on PostgreSQL can two processes write at the same moment. */
for (const location of LOCATIONS.filter((address) => address !== ':memory:')) {
  test.each(['by its link', 'by the operator'])(
    'given an account that another process deletes while its password is set %s, then both end, without a deadlock',
    async (way) => {
      const { services, database } = await mailingServer({ location });
      const account = { username: randomUUID(), email: `${randomUUID()}@example.com`, password: 'an old secret' };
      const { id } = await services.users.add(account);
      const code = (await services.resets.open(id)) ?? '';
      const other = new pg.Client({ connectionString: location });
      await other.connect();
      try {
        await other.query('begin');
        await other.query('select 1 from users where id = $1 for update', [id]);
        const setting =
          way === 'by its link'
            ? services.resets.use(code, NEW_PASSWORD)
            : services.users.setPassword(id, NEW_PASSWORD);
        const waiting = sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        while ((await waiting.execute(database.db)).rows.length === 0);
        await other.query('delete from users where id = $1', [id]);
        await other.query('commit');
        expect(await setting).toBe(undefined);
      } finally {
        await other.end();
      }
    },
  );
}

test('requests and codes are limited for an address', async () => {
  const server = await mailingServer({ triesPerMinute: 2 });
  const people = [await person(server), await person(server)];
  server.clock.now += MINUTE_MS;
  people.push(await person(server));
  const before = mailbox.mails.length;
  // Nobody learns from the answer what became of it.
  for (const { email } of people) expect((await forgot(server, email)).status).toBe(200);
  const guessed = [1, 2, 3].map(() => reset(server, 'a guess'));
  expect((await Promise.all(guessed)).map(({ status }) => status).sort()).toEqual([400, 400, 429]);
  await server.app.close();
  // Each mail goes over a connection of its own, so they may arrive in any order.
  const mailed = [await mailbox.next(), await mailbox.next()].flatMap(({ to }) => to);
  expect(new Set(mailed)).toEqual(new Set(people.slice(0, 2).map(({ email }) => email)));
  expect(mailbox.mails).toHaveLength(before + 2);
});

test('the demo account and blocked ones get no mail', async () => {
  const server = await mailingServer({ demo: true });
  await server.services.users.add({ username: 'demo', email: DEMO_EMAIL, password: DEMO_PASSWORD });
  const { email, userId } = await person(server);
  await server.database.db.updateTable('users').set({ blocked: 1 }).where('id', '=', userId).execute();
  const before = mailbox.mails.length;
  expect([(await forgot(server, DEMO_EMAIL)).status, (await forgot(server, email)).status]).toEqual([200, 200]);
  await server.app.close();
  expect(mailbox.mails).toHaveLength(before);
});

test('the mail is in the language that was asked for, and leads to the address of the app alone', async () => {
  const server = await mailingServer();
  const [ania, ben] = [await person(server), await person(server)];
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'accept-language': 'en-GB,pl;q=0.5' };
  await server.call('POST', '/api/auth/forgot-password', { email: ben.email }, headers);
  const english = await mailbox.next();
  expect(english.text).toContain('Somebody asked for a new password');
  expect(english.text).toContain(`${PUBLIC_URL}guest#reset=${codeIn(english)}`);
  expect(english.text).not.toContain('evil');
  await forgot(server, ania.email);
  expect((await mailbox.next()).text).toContain('Ktoś poprosił o nowe hasło');
});

test.each([
  [undefined, 'pl'],
  ['', 'pl'],
  ['en', 'en'],
  ['de, en;q=0.5', 'en'],
  ['en;q=0.4, pl-PL;q=0.9', 'pl'],
  ['en;q=0, de', 'pl'],
  ['*', 'pl'],
])('of a browser that asks for %j the mail is in %s', (header, language) => {
  expect(mailLanguage(header)).toBe(language);
});

test('is offered only where mail is configured', async () => {
  const [mailing, plain] = [await mailingServer(), await testServer()];
  const offered = async (server: TestServer) => (await server.call('GET', '/api/capabilities')).body;
  expect(await offered(mailing)).toMatchObject({ passwordReset: true });
  expect(await offered(plain)).toMatchObject({ passwordReset: false });
  expect((await forgot(plain, 'ania@example.com')).status).toBe(404);
  // A link of `listy user reset` works without mail.
  const { userId, signIn } = await person(plain);
  const code = await plain.services.resets.open(userId);
  expect((await reset(plain, 'a code')).status).toBe(400);
  expect((await reset(plain, code ?? '')).status).toBe(200);
  expect(await signIn(NEW_PASSWORD)).toBe(200);
});
