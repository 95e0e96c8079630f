import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { TOKEN_LIFE_S } from '../../server/src/tokens';
import { type Answer, CHEAP_PASSWORDS, errorOf, type Login, START, testServer } from './testServer';

const login = (identifier: string, password: string) => ({ identifier, password });
const SIGN_IN = '/api/auth/local';

describe('signing in', () => {
  test.each(['ania@example.com', 'ANIA@Example.com', 'ania'])('accepts %s and the password', async (identifier) => {
    const server = await testServer();
    await server.signUp('ania');
    const answer = await server.call('POST', SIGN_IN, login(identifier, 'ania secret'));
    expect(answer.status).toBe(200);
    expect((answer.body as Login).user).toMatchObject({ username: 'ania', email: 'ania@example.com' });
    expect(answer.text).not.toContain('argon2');
  });

  test('accepts a password whose letters another system types as two characters each', async () => {
    const server = await testServer();
    const password = 'zażółć gęślą jaźń';
    const account = { username: 'ania', email: 'ania@example.com', password: password.normalize('NFD') };
    await server.call('POST', '/api/auth/local/register', account);
    expect((await server.call('POST', SIGN_IN, login('ania', password.normalize('NFC')))).status).toBe(200);
  });

  test('accepts a password that an older release stored as it was typed', async () => {
    const server = await testServer();
    await server.signUp('ania');
    const typed = 'zażółć gęślą jaźń'.normalize('NFD');
    const password_hash = await hash(typed, CHEAP_PASSWORDS);
    await server.database.db.updateTable('users').set({ password_hash }).execute();
    expect((await server.call('POST', SIGN_IN, login('ania', typed))).status).toBe(200);
  });

  test('ignores a stale Authorization header', async () => {
    const server = await testServer();
    await server.signUp('ania');
    const stale = { authorization: 'Bearer stale' };
    expect((await server.call('POST', SIGN_IN, login('ania', 'ania secret'), stale)).status).toBe(200);
  });

  test('answers an unknown user and a wrong password alike', async () => {
    const server = await testServer();
    await server.signUp('ania');
    const wrong = await server.call('POST', SIGN_IN, login('ania', 'not hers'));
    const unknown = await server.call('POST', SIGN_IN, login('nobody', 'not hers'));
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual(unknown.body);
    expect(errorOf(wrong)).toMatchObject({ name: 'ValidationError', message: 'Invalid identifier or password' });
  });

  test('counts the wrong fields when both are empty', async () => {
    const server = await testServer();
    const answer = await server.call('POST', SIGN_IN, login('', ''));
    expect(errorOf(answer).message).toBe('2 errors occurred');
    expect(errorOf(answer).details).toMatchObject({
      errors: [
        { path: ['identifier'], message: 'identifier is a required field' },
        { path: ['password'], message: 'password is a required field' },
      ],
    });
  });
});

describe('the limit of tries', () => {
  const tryTimes = async (times: number, one: (at: number) => Promise<Answer>): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let at = 0; at < times; at += 1) answers.push(await one(at));
    return answers;
  };

  const from = (at: number) => ({ 'x-forwarded-for': `10.0.0.${at}` });

  test('given ten failures of an address at one account in a minute, by e-mail or name, then it is answered 429 with a delay', async () => {
    const server = await testServer({ triesPerMinute: 10, trustedProxies: 1 });
    await server.signUp('ania');
    const answers = await tryTimes(11, (at) =>
      server.call('POST', SIGN_IN, login(at % 2 ? 'ania' : 'ANIA@example.com', 'x'), from(1)),
    );
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429]);
    expect(answers[10]?.headers['retry-after']).toBe('60');
    expect(answers[10]?.headers['x-ratelimit-reset']).toBe(String(START / 1000 + 60));
    const signIn = (address: number) => server.call('POST', SIGN_IN, login('ania', 'ania secret'), from(address));
    expect(errorOf(await signIn(1))).toMatchObject({ name: 'RateLimitError', status: 429 });
    // A stranger does not lock out the owner, who is elsewhere; nor others who share the stranger's address.
    expect((await signIn(2)).status).toBe(200);
    expect((await server.call('POST', SIGN_IN, login('ola', 'x'), from(1))).status).toBe(400);
    server.clock.now += 60_001;
    expect((await signIn(1)).status).toBe(200);
  });

  test('given a hundred failures at one account in an hour, from any address, then it is answered 429', async () => {
    const server = await testServer({ triesPerMinute: 2, trustedProxies: 1 });
    await server.signUp('ania');
    const answers = await tryTimes(21, (at) => server.call('POST', SIGN_IN, login('ania', 'x'), from(at)));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(400), 429]);
    expect(answers[20]?.headers['retry-after']).toBe('3600');
    expect((await server.call('POST', SIGN_IN, login('ola', 'x'), from(99))).status).toBe(400);
  });

  test('given thirty failures of one address at one account in an hour, then only that address is answered 429', async () => {
    const server = await testServer({ triesPerMinute: 2, trustedProxies: 1 });
    await server.signUp('ania');
    const answers = await tryTimes(12, (at) => {
      if (at % 2 === 0) server.clock.now += 60_001;
      return server.call('POST', SIGN_IN, login('ania', 'x'), from(1));
    });
    expect(answers.map(({ status }) => status)).toEqual([...Array(6).fill(400), ...Array(6).fill(429)]);
    expect((await server.call('POST', SIGN_IN, login('ania', 'ania secret'), from(2))).status).toBe(200);
  });

  test('given an account that strangers have filled, then what its owner tries meanwhile counts for no longer than a minute', async () => {
    const server = await testServer({ triesPerMinute: 2, trustedProxies: 1 });
    await server.signUp('ania');
    const owner = () => server.call('POST', SIGN_IN, login('ania', 'ania secret'), from(99));
    await tryTimes(20, (at) => server.call('POST', SIGN_IN, login('ania', 'x'), from(at)));
    server.clock.now += 30 * 60_000;
    const refused = await tryTimes(12, () => {
      server.clock.now += 60_001;
      return owner();
    });
    expect(refused.map(({ status }) => status)).toEqual(Array(12).fill(429));
    server.clock.now += 20 * 60_000;
    expect((await owner()).status).toBe(200);
  });

  test('given an address that invents names, then it is answered 429 after ten times as many failures', async () => {
    const server = await testServer({ triesPerMinute: 2, trustedProxies: 1 });
    await server.signUp('ania');
    const answers = await tryTimes(21, (at) => server.call('POST', SIGN_IN, login(`nobody-${at}`, 'x'), from(1)));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(400), 429]);
    const owner = (address: number) => server.call('POST', SIGN_IN, login('ania', 'ania secret'), from(address));
    expect((await owner(2)).status).toBe(200);
    server.clock.now += 60_001;
    expect((await owner(1)).status).toBe(200);
  });

  test('a right password is not counted, and parallel tries are', async () => {
    const server = await testServer({ triesPerMinute: 3 });
    await server.signUp('ania');
    const right = await tryTimes(8, () => server.call('POST', SIGN_IN, login('ania', 'ania secret')));
    expect(right.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const wrong = await Promise.all(Array.from({ length: 8 }, () => server.call('POST', SIGN_IN, login('ania', 'x'))));
    expect(wrong.map(({ status }) => status).sort()).toEqual([...Array(3).fill(400), ...Array(5).fill(429)]);
  });

  test('given a clock that is set back, then the limit still ends after a minute', async () => {
    const { call, clock, signUp } = await testServer({ triesPerMinute: 10 });
    await signUp('ania');
    const signIn = (password: string) => call('POST', '/api/auth/local', { identifier: 'ania', password });
    for (let at = 0; at < 10; at += 1) expect((await signIn('x')).status).toBe(400);
    clock.now -= 24 * 60 * 60 * 1000;
    const refused = await signIn('ania secret');
    expect(Number(refused.headers['retry-after'] ?? 0)).toBeLessThanOrEqual(60);
    clock.now += 61_000;
    expect((await signIn('ania secret')).status).toBe(200);
  });

  test('a forged X-Forwarded-For does not get around the limit', async () => {
    for (const trustedProxies of [0, 1]) {
      const server = await testServer({ triesPerMinute: 2, trustedProxies });
      const answers = await tryTimes(3, (at) =>
        server.call('POST', SIGN_IN, login('ania', 'x'), { 'x-forwarded-for': `1.2.3.${at}, 10.0.0.1` }),
      );
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
    }
  });
});

describe('signing up', () => {
  test('is refused when it is off', async () => {
    const server = await testServer({ registration: false });
    const account = { username: 'ania', email: 'ania@example.com', password: 'a good secret' };
    const answer = await server.call('POST', '/api/auth/local/register', account);
    expect(errorOf(answer)).toMatchObject({ status: 400, message: 'Register action is currently disabled' });
    expect((await server.call('GET', '/api/capabilities')).body).toMatchObject({ registration: false });
  });

  test('refuses an e-mail or a name that exists, whatever the letter case', async () => {
    const server = await testServer();
    await server.signUp('ania');
    for (const account of [
      { username: 'other', email: 'ANIA@example.com', password: 'a good secret' },
      { username: 'ania', email: 'other@example.com', password: 'a good secret' },
      { username: 'ania@example.com', email: 'third@example.com', password: 'a good secret' },
    ]) {
      const answer = await server.call('POST', '/api/auth/local/register', account);
      expect(errorOf(answer)).toMatchObject({ status: 400, message: 'Email or Username are already taken' });
    }
  });

  test.each(['\u0000', '\n', '\t', '\u001b[2J', '\u007f', '\u009b2J'])(
    'given %j between the quotes of an e-mail, which would reach the terminal of the operator, then it is refused',
    async (control) => {
      const { call } = await testServer();
      const account = { username: 'ania', email: `"a${control}b"@example.com`, password: 'a long secret' };
      const answer = await call('POST', '/api/auth/local/register', account);
      expect(errorOf(answer)).toMatchObject({ status: 400, message: 'email has an invalid value' });
    },
  );

  test('given two with the same e-mail at the same moment, then one is accepted', async () => {
    const server = await testServer();
    const account = { username: 'ania', email: 'ania@example.com', password: 'a good secret' };
    const answers = await Promise.all([1, 2].map(() => server.call('POST', '/api/auth/local/register', account)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a token', () => {
  test('names its user', async () => {
    const { call } = await (await testServer()).signUp('ania');
    const answer = await call('GET', '/api/users/me');
    expect(answer.body).toMatchObject({ username: 'ania', email: 'ania@example.com', blocked: false });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([undefined, 'Bearer', 'Bearer ', 'Basic YTpi'])(
    'given a request with "%s", then it is answered 403',
    async (authorization) => {
      const server = await testServer();
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await server.call('GET', '/api/users/me', undefined, headers);
      expect(errorOf(answer)).toEqual({ status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} });
    },
  );

  test('given another secret, no algorithm or changed claims, then it is answered 401', async () => {
    const server = await testServer();
    const { jwt } = await server.signUp('ania');
    const [head, body, signature] = jwt.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      'nonsense',
      'a.b.c',
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${head}.${encode({ id: 2, version: 0, exp: 9e9 })}.${signature}`,
    ];
    for (const token of forged) {
      const answer = await server.call('GET', '/api/users/me', undefined, { authorization: `Bearer ${token}` });
      expect(errorOf(answer)).toMatchObject({ status: 401, message: 'Missing or invalid credentials' });
    }
  });

  test('is valid for thirty days', async () => {
    const server = await testServer();
    const { call } = await server.signUp('ania');
    server.clock.now += TOKEN_LIFE_S * 1000 - 1;
    expect((await call('GET', '/api/users/me')).status).toBe(200);
    server.clock.now += 1;
    expect((await call('GET', '/api/users/me')).status).toBe(401);
  });

  test('is revoked by a new password, and by the removal of its user', async () => {
    const server = await testServer();
    const first = await server.signUp('ania');
    await server.services.users.setPassword(first.userId, 'another secret');
    expect((await first.call('GET', '/api/lists')).status).toBe(401);
    const { body } = await server.call('POST', SIGN_IN, login('ania', 'another secret'));
    const authorization = `Bearer ${(body as Login).jwt}`;
    expect((await server.call('GET', '/api/users/me', undefined, { authorization })).status).toBe(200);
    await server.services.users.remove('ania@example.com');
    const gone = await server.call('POST', '/api/lists', { data: { uuid: 'a' } }, { authorization });
    expect(errorOf(gone)).toMatchObject({ status: 401, message: 'Invalid credentials' });
  });
});
