import { randomUUID } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { addItem, addList, insertItems, recordsOf, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const MANY = 10_000;

test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'given a list of 10,000 items, removing it leaves a tombstone and an event for each, in a few dozen statements (%s)',
  async (_name, location) => {
    const { signUp, database } = await testServer({ location });
    const client = await signUp(`many-${randomUUID()}`);
    const list = await addList(client, 'many');
    await addItem(client, 'first', 'many', 'Milk');
    await insertItems(database, client, 'many', MANY);
    const query = jest.spyOn(pg.Client.prototype, 'query');
    expect((await client.call('DELETE', `/api/lists/${list.documentId}`)).status).toBe(204);
    // On the way to PostgreSQL each statement waits for the one before: two for each item took a minute, and all other writes of the user waited.
    expect(query.mock.calls.length).toBeLessThan(50);
    query.mockRestore();

    const items = recordsOf(await client.call('GET', '/api/list-items'));
    expect(items).toHaveLength(MANY + 1);
    const moments = items.map(({ deletedAt }) => deletedAt ?? '');
    expect(new Set(moments).size).toBe(MANY + 1);
    expect([...moments].sort()).toEqual(moments);
    expect(
      items.every(
        ({ description, quantity, done, updatedAt, deletedAt }) =>
          `${description}${quantity}` === '' && done === false && updatedAt === deletedAt,
      ),
    ).toBe(true);
    const events = await database.db
      .selectFrom('events')
      .select(['id', 'data'])
      .where('user_id', '=', client.userId)
      .where('name', '=', 'list-item::delete')
      .orderBy('id')
      .execute();
    expect(events.map(({ data }) => JSON.parse(data))).toEqual(items);
  },
);
