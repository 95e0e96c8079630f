import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { openDatabase } from '../../server/src/database';
import { makeRowLimits } from '../../server/src/rowLimits';
import { addItem, addList, type Client, errorOf, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const LIMITS = { listsPerUser: 3, itemsPerList: 4, itemsPerUser: 6 };

const post = (client: Client, path: 'lists' | 'list-items', data: object) =>
  client.call('POST', `/api/${path}`, { data: { uuid: randomUUID(), ...data } });

const statuses = async (client: Client, path: 'lists' | 'list-items', data: object, count: number) => {
  const all: number[] = [];
  for (let at = 0; at < count; at += 1) all.push((await post(client, path, data)).status);
  return all;
};

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'limits of rows (%s)',
  (_name, location) => {
    const start = async () => {
      const server = await testServer({ location, limits: LIMITS });
      return { ...server, client: await server.signUp(`full-${randomUUID()}`) };
    };

    test('given one list too many, then that row is refused with 400 and other rows of the user are accepted', async () => {
      const { client } = await start();
      const { documentId } = await addList(client, 'a');
      await addList(client, 'b');
      await addList(client, 'c');
      const refused = await post(client, 'lists', { name: 'd' });
      expect(refused.status).toBe(400);
      expect(errorOf(refused)).toEqual({
        status: 400,
        name: 'ApplicationError',
        message: 'There are 3 lists, and no room for more',
        details: {},
      });
      // The same list again is no new one.
      expect((await client.call('POST', '/api/lists', { data: { uuid: 'a' } })).status).toBe(200);
      expect((await client.call('PUT', `/api/lists/${documentId}`, { data: { name: 'A' } })).status).toBe(200);
      expect((await post(client, 'list-items', { list: 'a' })).status).toBe(201);
    });

    test('given one item too many, in a list or in all, then it is refused with 400', async () => {
      const { client } = await start();
      await addList(client, 'a');
      await addList(client, 'b');
      expect(await statuses(client, 'list-items', { list: 'a' }, 6)).toEqual([201, 201, 201, 201, 400, 400]);
      expect(errorOf(await post(client, 'list-items', { list: 'a' })).message).toBe(
        'The list has 4 items, and no room for more',
      );
      expect(await statuses(client, 'list-items', { list: 'b' }, 3)).toEqual([201, 201, 400]);
      expect(errorOf(await post(client, 'list-items', { list: 'b' })).message).toBe(
        'All lists together have 6 items, and no room for more',
      );
    });

    test('a removal makes room for as many rows as it removed', async () => {
      const { client } = await start();
      const { documentId } = await addList(client, 'a');
      await addList(client, 'b');
      const item = await addItem(client, 'one', 'a');
      expect(await statuses(client, 'list-items', { list: 'a' }, 4)).toEqual([201, 201, 201, 400]);
      await client.call('DELETE', `/api/list-items/${item.documentId}`);
      expect(await statuses(client, 'list-items', { list: 'a' }, 2)).toEqual([201, 400]);
      await client.call('DELETE', `/api/lists/${documentId}`);
      expect(await statuses(client, 'list-items', { list: 'b' }, 5)).toEqual([201, 201, 201, 201, 400]);
    });

    test('rows of one person do not count for another', async () => {
      const { client, signUp } = await start();
      await addList(client, 'a');
      await statuses(client, 'list-items', { list: 'a' }, 5);
      const other = await signUp(`other-${randomUUID()}`);
      await addList(other, 'a');
      expect(await statuses(other, 'list-items', { list: 'a' }, 5)).toEqual([201, 201, 201, 201, 400]);
    });
  },
);

test('a write that failed leaves no more rows than the limit, and no fewer', async () => {
  const { signUp } = await testServer({ limits: LIMITS });
  const client = await signUp('ania');
  await addList(client, 'a');
  expect(await statuses(client, 'list-items', { list: 'nowhere' }, 5)).toEqual([404, 404, 404, 404, 404]);
  expect(await statuses(client, 'list-items', { list: 'a' }, 5)).toEqual([201, 201, 201, 201, 400]);
});

test('rows are not counted at each create, but once for a twentieth of the limit', async () => {
  const database = await openDatabase(':memory:');
  const limits = makeRowLimits(database);
  const executeQuery = jest.spyOn(database.db, 'executeQuery');
  for (let at = 0; at < 20_000; at += 1) await limits.forItems(database.db, 1, 'a list', 1);
  // Twenty of the list's own items, four of all items of the user.
  expect(executeQuery).toHaveBeenCalledTimes(24);
  await database.close();
});
