import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../server/src/database';
import { DatabaseFault } from '../../server/src/databaseFault';
import type { Database } from '../../server/src/databasePort';
import { listenForAnnouncements, RECONNECT_MS } from '../../server/src/postgresAnnouncements';
import { openPostgres } from '../../server/src/postgresDatabase';
import { purgeDaily } from '../../server/src/purge';
import { makeServices } from '../../server/src/services';
import { logOf } from '../../server/src/sqliteLog';
import { writersQueue } from '../../server/src/writersQueue';
import { eventually } from '../support/eventually';
import { type Answer, addList, errorOf, type TestServer, testServer } from './testServer';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** What the server logs, as parsed lines. */
const aLog = () => {
  const lines: { msg?: string; unsaid?: number }[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as { msg: string });
      done();
    },
  });
  return { lines, logger: { level: 'warn', stream } };
};

const copied = (file: string): string => {
  copyFileSync(file, `${file}.copy`);
  return `${file}.copy`;
};

const expectUnavailable = (answer: Answer): void => {
  const message = 'The database is not available';
  expect(errorOf(answer)).toEqual({ status: 503, name: 'ServiceUnavailableError', message, details: {} });
  expect(answer.headers['retry-after']).toBe('5');
};

/** A database that may not grow is as good as a full disk: SQLite says the same, and ends the transaction by itself. */
test('given a full disk, writes are answered 503, the real cause is logged once a minute, and reads go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listy-full-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const { lines, logger } = aLog();
  const { signUp, call, clock, database } = await testServer({ location: join(folder, 'listy.sqlite'), logger });
  const client = await signUp('ania');
  await addList(client, 'weekend');
  const write = (at: number) => {
    const data = { uuid: `item-${at}`, list: 'weekend', description: 'x'.repeat(9000) };
    return client.call('POST', '/api/list-items', { data });
  };
  const loggedFaults = () => lines.map(({ msg, unsaid }) => [msg, unsaid]);

  await sql`pragma max_page_count = 1`.execute(database.db);
  for (let at = 0; at < 5; at += 1) expectUnavailable(await write(at));
  // Several share one commit, and one reason.
  for (const answer of await Promise.all([5, 6, 7].map(write))) expectUnavailable(answer);
  const cause = 'the database is not available: database or disk is full';
  expect(loggedFaults()).toEqual([[cause, 0]]);
  expect((await client.call('GET', '/api/lists')).status).toBe(200);
  // What people write does not fit, though the small write of the probe might.
  expectUnavailable(await call('GET', '/api/health'));

  clock.now += 60_000;
  expectUnavailable(await write(8));
  expect(loggedFaults()).toEqual([
    [cause, 0],
    [cause, 8],
  ]);

  await sql`pragma max_page_count = 1000000`.execute(database.db);
  expect((await write(9)).status).toBe(201);
  expect((await call('GET', '/api/health')).status).toBe(200);
});

describe('given a database that is moved or deleted while the server runs', () => {
  const inFolder = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'listy-moved-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const file = join(dataDir, 'listy.sqlite');
    const { lines, logger } = aLog();
    const server = await testServer({ location: file, logger });
    const client = await server.signUp('ania');
    const write = (uuid: string) => client.call('POST', '/api/lists', { data: { uuid, name: 'Weekend' } });
    return { ...server, client, write, dataDir, file, lines };
  };

  test.each<[string, (dataDir: string, file: string) => void]>([
    ['its folder is deleted', (dataDir) => rmSync(dataDir, { recursive: true })],
    ['another file is put in its place', (_dataDir, file) => renameSync(copied(file), file)],
    ['its log is deleted', (_dataDir, file) => rmSync(logOf(file))],
  ])('when %s, then writes and the health are 503, one line says why, and reads go on', async (_name, act) => {
    const { client, call, write, dataDir, file, lines } = await inFolder();
    act(dataDir, file);
    expectUnavailable(await write('weekend'));
    expectUnavailable(await call('GET', '/api/health'));
    expect(lines.map(({ msg }) => msg)).toEqual([
      `the database is not available: ${file} or its log was moved or deleted while the server runs`,
    ]);
    expect((await client.call('GET', '/api/lists')).body).toMatchObject({ data: [] });
  });

  test('when its folder is moved back, then it takes writes again', async () => {
    const { write, dataDir } = await inFolder();
    renameSync(dataDir, `${dataDir}.old`);
    expectUnavailable(await write('weekend'));
    renameSync(`${dataDir}.old`, dataDir);
    expect((await write('weekend')).status).toBe(201);
  });
});

test('given writes that wait too long for another one, then they are 503, and one line in the log says so, without a stack', async () => {
  const { lines, logger } = aLog();
  const { signUp, database } = await testServer({ logger });
  const client = await signUp('ania');
  const inTurn = writersQueue(1, 1);
  inTurn(client.userId, () => new Promise(() => undefined));
  const { write } = database;
  Object.assign(database, { write: ((work, writer) => inTurn(writer, () => write(work))) satisfies Database['write'] });
  for (let at = 0; at < 3; at += 1) {
    expectUnavailable(await client.call('POST', '/api/lists', { data: { uuid: `list-${at}`, name: 'Weekend' } }));
  }
  const cause = 'the database is not available: another write is going on';
  expect(lines).toEqual([expect.objectContaining({ msg: cause, unsaid: 0 })]);
  expect(lines[0]).not.toHaveProperty('stack');
});

test.each([
  ['a purge', async ({ database, clock, app }: TestServer) => purgeDaily(database, () => clock.now, app.log)()],
  [
    'the look-up for a mail',
    async (server: TestServer) => {
      await server.call('POST', '/api/auth/forgot-password', { email: 'ania@example.com' });
      await server.app.close();
    },
  ],
])(
  'given a database that cannot serve, when %s fails, then one line in the log says so, without a stack',
  async (_name, act) => {
    const { lines, logger } = aLog();
    const reset = { mailer: { send: async () => undefined }, publicUrl: 'https://listy.example/' };
    const server = await testServer({ logger, reset });
    const fail = () => Promise.reject(new DatabaseFault(new Error('disk I/O error')));
    Object.assign(server.database, { maintain: fail });
    Object.assign(server.services.users, { byEmail: fail });
    await act(server);
    await eventually(
      () => lines.length,
      (count) => count > 0,
    );
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'the database is not available: disk I/O error', unsaid: 0 }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('stack');
  },
);

test('given another process that wants to write after a write has read, then it has to wait, and the write succeeds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listy-busy-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'listy.sqlite');
  const { database } = await testServer({ location: file });
  const other = new BetterSqlite(file, { timeout: 0 });
  const sameVersion = 'update schema_version set version = version';
  await database.write(async (trx) => {
    await sql`select version from schema_version`.execute(trx);
    expect(() => other.exec(sameVersion)).toThrow('database is locked');
    await sql.raw(sameVersion).execute(trx);
  });
  other.exec(sameVersion);
  other.close();
});

test('given a disk that became read-only, the health is 503, though reads still answer', async () => {
  const { call, signUp, database } = await testServer();
  const client = await signUp('ania');
  await sql`pragma query_only = on`.execute(database.db);
  expectUnavailable(await call('GET', '/api/health'));
  expect((await client.call('GET', '/api/lists')).status).toBe(200);
});

test('given a database that cannot read the events, then open streams end, and one line in the log says why', async () => {
  const { lines, logger } = aLog();
  const { app, services, signUp } = await testServer({ logger });
  const { jwt } = await signUp('ania');
  Object.assign(services.log, { after: () => Promise.reject(new DatabaseFault(new Error('no answer'))) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/lists/all/sse`;
  for (let at = 0; at < 3; at += 1) {
    const stream = fetch(url, { headers: { authorization: `Bearer ${jwt}` } }).then((response) => response.text());
    await expect(stream).rejects.toThrow();
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is not available: no answer']);
});

/** Only PostgreSQL can go away under a running server; the environment names a test database where there is one. */
const SHARED = process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : [];

for (const address of SHARED) {
  /** Stands before PostgreSQL; can fall silent without closing anything, as a cut cable does, and refuse connections. */
  const aProxy = async () => {
    const { hostname, port } = new URL(address);
    const sockets = new Set<Socket>();
    let isSilent = false;
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on('data', (chunk) => isSilent || to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    const server = createServer((inside) => {
      const outside = connect(Number(port), hostname);
      pass(inside, outside);
      pass(outside, inside);
    });
    const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    await listen(0);
    const own = (server.address() as AddressInfo).port;
    const cut = () => {
      for (const socket of sockets) socket.destroy();
    };
    const refuse = () => {
      server.close();
      cut();
    };
    cleanUps.push(refuse);
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    url.port = String(own);
    return {
      address: url.href,
      silence: () => {
        isSilent = true;
      },
      speak: () => {
        isSilent = false;
      },
      refuse,
      accept: () => listen(own),
    };
  };

  const SHORT = {
    connectionTimeoutMillis: 2000,
    lock_timeout: 500,
    statement_timeout: 1000,
    query_timeout: 2000,
    idle_in_transaction_session_timeout: 30_000,
  };

  test('given one that stops answering, then a write and the health check fail in time, and work again when it answers', async () => {
    const { address: proxied, silence, speak } = await aProxy();
    const database = await openPostgres(proxied, SHORT);
    cleanUps.push(() => database.close());
    const count = () => database.write((trx) => sql`select count(*) from schema_version`.execute(trx));
    await (await testServer({ location: address })).signUp(randomUUID());
    await count();
    silence();
    await expect(database.probe()).rejects.toThrow('no answer within 1500 ms');
    await expect(count()).rejects.toBeInstanceOf(DatabaseFault);
    speak();
    await count();
  });

  test('given a pooler that refuses the time limits of the connections, then the database is not opened, and the reason is said', async () => {
    const { hostname, port } = new URL(address);
    const text = 'unsupported startup parameter: statement_timeout';
    const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`);
    const length = Buffer.alloc(4);
    length.writeInt32BE(fields.length + length.length);
    const pooler = createServer((client) => {
      client.on('error', () => undefined);
      client.once('data', (startUp) => {
        if (startUp.includes('statement_timeout')) return client.end(Buffer.concat([Buffer.from('E'), length, fields]));
        const database = connect(Number(port || 5432), hostname, () => database.write(startUp));
        database.on('error', () => undefined);
        client.pipe(database).pipe(client);
      });
    });
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => pooler.close());
    const url = new URL(address);
    url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
    await expect(openDatabase(url.href)).rejects.toThrow(text);
  });

  test('given one whose transactions are serializable, then a write that has waited for another process succeeds', async () => {
    const strict = new URL(address);
    strict.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const { signUp } = await testServer({ location: strict.href });
    const client = await signUp(randomUUID());
    const [other, watcher] = [0, 1].map(() => new pg.Client({ connectionString: address })) as [pg.Client, pg.Client];
    for (const one of [other, watcher]) {
      await one.connect();
      cleanUps.push(() => one.end());
    }
    await other.query('begin');
    await other.query('update users set clock = clock + 1 where id = $1', [client.userId]);
    const waiting = client.call('POST', '/api/lists', { data: { uuid: randomUUID(), name: 'Weekend' } });
    const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await watcher.query(blocked)).rowCount === 0);
    await other.query('commit');
    expect((await waiting).status).toBe(201);
  });

  test('given a user whose row another process holds, then a new name is refused in time', async () => {
    const { userId } = await (await testServer({ location: address })).signUp(randomUUID());
    const database = await openPostgres(address, SHORT);
    cleanUps.push(() => database.close());
    const holder = new pg.Client({ connectionString: address });
    await holder.connect();
    cleanUps.push(() => holder.end());
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [userId]);
    const { users } = makeServices({ database });
    await expect(users.setName(userId, 'Ania')).rejects.toBeInstanceOf(DatabaseFault);
    await holder.query('commit');
    expect(await users.setName(userId, 'Ania')).toMatchObject({ name: 'Ania' });
  });

  test('given a table that another program has locked, then reads fail in time too, as a fault of the database', async () => {
    const database = await openPostgres(address, SHORT);
    cleanUps.push(() => database.close());
    const holder = new pg.Client({ connectionString: address });
    await holder.connect();
    cleanUps.push(() => holder.end());
    await testServer({ location: address });
    await holder.query('begin');
    await holder.query('lock table users');
    const read = () => database.db.selectFrom('users').select('id').limit(1).execute();
    await expect(read()).rejects.toBeInstanceOf(DatabaseFault);
    await holder.query('commit');
    await read();
  });

  test('given a write whose connection is cut, then the health check is good, because PostgreSQL still takes writes', async () => {
    const server = await testServer({ location: address });
    const { userId } = await server.signUp(randomUUID());
    const holder = new pg.Client({ connectionString: address });
    await holder.connect();
    cleanUps.push(() => holder.end());
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [userId]);
    const cut = expect(server.services.users.setName(userId, 'Ania')).rejects.toBeInstanceOf(DatabaseFault);
    const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await terminate.execute(server.database.db)).rows.length === 0);
    await cut;
    await holder.query('commit');
    expect((await server.call('GET', '/api/health')).status).toBe(200);
  });

  test('given a frozen process that has locked more users than there are connections, then reads and the health check go on', async () => {
    const server = await testServer({ location: address });
    const people = await Promise.all(Array.from({ length: 25 }, () => server.signUp(randomUUID())));
    const { call } = await server.signUp(randomUUID());
    // The first request of an hour also writes.
    await call('GET', '/api/lists');
    const ids = people.map(({ userId }) => userId);
    const [frozen, watcher] = [
      new pg.Client({ connectionString: address }),
      new pg.Client({ connectionString: address }),
    ];
    for (const client of [frozen, watcher]) {
      await client.connect();
      cleanUps.push(() => client.end());
    }
    await frozen.query('begin');
    await frozen.query('select 1 from users where id = any($1) for update', [ids]);
    const writes = Promise.all(ids.map((id) => server.services.users.setName(id, 'Ania')));
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while (((await watcher.query(waiting)).rowCount ?? 0) < 15);
    expect((await server.call('GET', '/api/health')).status).toBe(200);
    expect(await Promise.race([call('GET', '/api/lists'), writes])).toMatchObject({ status: 200 });
    await frozen.query('commit');
    expect((await writes).map((user) => user?.name)).toEqual(ids.map(() => 'Ania'));
  });

  test('given one that is refused, each call is 503, and served again when it is back', async () => {
    const { address: proxied, refuse, accept } = await aProxy();
    const { call, signUp } = await testServer({ location: proxied });
    const client = await signUp(randomUUID());
    await addList(client, 'weekend');
    refuse();
    const data = { uuid: 'other', name: 'Other' };
    const login = { identifier: 'nobody', password: 'guess' };
    for (const answer of [
      await call('GET', '/api/health'),
      await call('POST', '/api/auth/local', login),
      await client.call('GET', '/api/users/me'),
      await client.call('GET', '/api/lists'),
      await client.call('GET', '/api/lists/all/sse'),
      await client.call('POST', '/api/lists', { data }),
      await client.call('PUT', '/api/lists/x', { data: { name: 'x' } }),
      await client.call('PATCH', '/api/lists/patch', { data: [{ uuid: 'weekend', name: 'x' }] }),
      await client.call('DELETE', '/api/lists/x'),
    ]) {
      expectUnavailable(answer);
    }
    await accept();
    expect((await client.call('POST', '/api/lists', { data })).status).toBe(201);
  });
}

test('given a file in the address that cannot be read, then the database is not available, and is asked again', async () => {
  const address = 'postgres://listy@127.0.0.1:1/listy?sslmode=disable&sslrootcert=/nowhere/authority.crt';
  const database = await openPostgres(address);
  const asked = database.db.selectFrom('users').select('id').execute();
  await expect(asked).rejects.toThrow(DatabaseFault);
  await database.close();
});

test('given such a file, once it can be read, then announcements of other processes are listened for again', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file = join(mkdtempSync(join(tmpdir(), 'listy-authority-')), 'authority.crt');
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'Date', 'performance'] });
  const listening = listenForAnnouncements(
    `postgres://listy@127.0.0.1:${port}/listy?sslmode=disable&sslrootcert=${file}`,
  );
  await jest.advanceTimersByTimeAsync(RECONNECT_MS);
  writeFileSync(file, '');
  const connected = once(server, 'connection');
  await jest.advanceTimersByTimeAsync(RECONNECT_MS);
  await connected;
  await listening.close();
  server.close();
  rmSync(dirname(file), { recursive: true });
});
