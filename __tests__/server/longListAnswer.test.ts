import { expect, test } from '@jest/globals';
import { emptyFields } from '../../src/contract/fields';
import { addItem, addList, recordsOf, START, testServer } from './testServer';

const MANY = 5000;

const withItems = async () => {
  const { signUp, database } = await testServer();
  const client = await signUp('many');
  await addList(client, 'many');
  await addItem(client, 'first', 'many', 'Milk');
  const rows = Array.from({ length: MANY }, (_, at) => ({
    user_id: client.userId,
    uuid: `item-${at}`,
    document_id: `document-${at}`,
    created_at: START + 1000 + at,
    updated_at: START + 1000 + at,
    deleted_at: null,
    list: 'many',
    ...emptyFields.items,
    description: `Milk ${at}`,
    done: 0,
  }));
  for (let at = 0; at < MANY; at += 1000) {
    await database.db
      .insertInto('items')
      .values(rows.slice(at, at + 1000))
      .execute();
  }
  return client;
};

test('given thousands of rows, the answer has each of them once, in the order that was asked for', async () => {
  const client = await withItems();

  const answer = await client.call('GET', '/api/list-items?sort=updatedAt:desc');

  const numbers = Array.from({ length: MANY }, (_, at) => `item-${MANY - 1 - at}`);
  expect(recordsOf(answer).map(({ uuid }) => uuid)).toEqual([...numbers, 'first']);
  expect(answer.body).toMatchObject({ meta: { total: MANY + 1 } });
});

test('given a request for thousands of rows, a short request that came after it is answered first', async () => {
  const client = await withItems();
  const answered: string[] = [];
  const ask = async (path: string): Promise<void> => {
    await client.call('GET', path);
    answered.push(path);
  };

  await Promise.all([ask('/api/list-items'), ask('/api/lists')]);

  expect(answered).toEqual(['/api/lists', '/api/list-items']);
});
