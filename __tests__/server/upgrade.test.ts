import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { openDatabase } from '../../server/src/database';
import { addItem, type Login, recordsOf, testServer, type Wire } from './testServer';

const folders: string[] = [];
const made: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const name of made.splice(0))
    await ask(process.env.TEST_DATABASE_URL ?? '', `drop database ${name} with (force)`);
});

/** A sample is what a release wrote, and its answers then. Mend the migrations, never the sample. */
const sample = (name: string): string => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');

const inSqlite = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'listy-upgrade-'));
  folders.push(folder);
  const location = join(folder, 'listy.sqlite');
  new BetterSqlite(location).exec(sample(`${name}.sql`)).close();
  return location;
};

const ask = async (address: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(text);
  await client.end();
};

const newPostgres = async (options = ''): Promise<string> => {
  const address = process.env.TEST_DATABASE_URL ?? '';
  const database = `listy_upgrade_${process.pid}`;
  await ask(address, `create database ${database} ${options}`);
  made.push(database);
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
};

/** In a database of its own, because a dump names the schema. */
const inPostgres = async (name: string): Promise<string> => {
  const url = await newPostgres();
  await ask(url, sample(`${name}.sql`));
  return url;
};

/** What the release answered is answered now, a repeated write is known, and a new one goes through. */
const expectSameAnswers = async (location: string, name: string): Promise<void> => {
  const then = JSON.parse(sample(`${name}.json`)) as { lists: Wire[]; items: Wire[] };

  const { call, clock } = await testServer({ location });
  clock.now = Date.now();
  const { jwt } = (await call('POST', '/api/auth/local', { identifier: 'demo', password: 'demo1234' })).body as Login;
  const own = { authorization: `Bearer ${jwt}` };
  const client = {
    jwt,
    userId: 1,
    call: (method: string, url: string, body?: unknown) => call(method, url, body, own),
  };
  expect(recordsOf(await client.call('GET', '/api/lists'))).toMatchObject(then.lists);
  expect(recordsOf(await client.call('GET', '/api/list-items'))).toMatchObject(then.items);
  const item = await addItem(client, 'new-item', 'sample-list', 'Drożdże');
  expect(item).toMatchObject({ uuid: 'new-item', description: 'Drożdże' });

  // The same change again, as a device repeats it that never heard the answer.
  const ticked = then.items.find(({ uuid }) => uuid === 'sample-item');
  const repeated = await call(
    'PUT',
    `/api/list-items/${ticked?.documentId}`,
    { data: { done: true } },
    {
      ...own,
      'idempotency-key': 'phone/sample-item/0000000014-tab',
    },
  );
  expect(repeated).toMatchObject({ status: 200, body: { data: { updatedAt: ticked?.updatedAt } } });
};

const SAMPLES: readonly (readonly [string, (name: string) => string | Promise<string>])[] = [
  ['version-2', inSqlite],
  ['version-3', inSqlite],
  ...(process.env.TEST_DATABASE_URL ? [['version-3-postgres', inPostgres] as const] : []),
];

test.each(SAMPLES)(
  'given the database of an earlier release (%s), it opens and answers what that release answered',
  async (name, load) => {
    await expectSameAnswers(await load(name), name);
  },
);

if (process.env.TEST_DATABASE_URL) {
  test('given a PostgreSQL database whose encoding lacks signs that people type, then it is not opened', async () => {
    const address = await newPostgres(`template template0 encoding 'LATIN2' locale 'C'`);
    await expect(openDatabase(address)).rejects.toThrow('its encoding is LATIN2');
  });
}
