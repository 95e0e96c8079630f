import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { addList, insertItems, recordsOf, testServer, type Wire } from './testServer';

const MANY = 5000;

const withItems = async () => {
  const { app, signUp, database } = await testServer();
  const client = await signUp('many');
  await addList(client, 'many');
  await insertItems(database, client, 'many', MANY);
  return { app, client };
};

test('given thousands of rows, the answer has each of them once, in the order that was asked for', async () => {
  const { client } = await withItems();

  const answer = await client.call('GET', '/api/list-items?sort=updatedAt:desc');

  expect(recordsOf(answer).map(({ uuid }) => uuid)).toEqual(
    Array.from({ length: MANY }, (_, at) => `item-${MANY - 1 - at}`),
  );
  expect(answer.body).toMatchObject({ meta: { total: MANY } });
});

test('given a request for thousands of rows, a short request that came after it is answered first', async () => {
  const { client } = await withItems();
  const answered: string[] = [];
  const ask = async (path: string): Promise<void> => {
    await client.call('GET', path);
    answered.push(path);
  };

  await Promise.all([ask('/api/list-items'), ask('/api/lists')]);

  expect(answered).toEqual(['/api/lists', '/api/list-items']);
});

test('given a reader who goes away in the middle, the next one gets all rows, compressed', async () => {
  const { app, client } = await withItems();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/list-items`;
  const ask = (signal?: AbortSignal) =>
    fetch(url, { headers: { Authorization: `Bearer ${client.jwt}` }, signal: signal ?? null });
  const leaving = new AbortController();
  const begun = (await ask(leaving.signal)).body?.getReader();
  expect((await begun?.read())?.done).toBe(false);
  leaving.abort();

  const answer = await ask();

  expect(answer.headers.get('Content-Encoding')).toMatch(/^(br|gzip)$/);
  expect(((await answer.json()) as { data: Wire[] }).data).toHaveLength(MANY);
});
