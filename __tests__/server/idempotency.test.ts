import { describe, expect, test } from '@jest/globals';
import { purge } from '../../server/src/purge';
import { addItem, addList, type Client, recordOf, recordsOf, testServer, type Wire } from './testServer';

const keys = (...texts: readonly string[]) => ({ 'idempotency-key': texts.join(', ') });
const DAY_MS = 24 * 60 * 60 * 1000;

/** SQLite in memory always; PostgreSQL beside it where the environment names an empty test database. */
const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];

let users = 0;
/** The databases may be shared, so every test has users of its own. */
const newName = (): string => {
  users += 1;
  return `keys${users}x${process.pid}x${Date.now()}`;
};

const itemOf = async ({ call }: Client): Promise<Wire | undefined> =>
  recordsOf(await call('GET', '/api/list-items'))[0];

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'on %s',
  (_name, location) => {
    const start = async () => {
      const server = await testServer({ location });
      const client = await server.signUp(newName());
      await addList(client, 'list');
      const item = await addItem(client, 'item', 'list');
      const path = `/api/list-items/${item.documentId}`;
      const put = (description: string, headers: Record<string, string>) =>
        client.call('PUT', path, { data: { description } }, headers);
      return { server, client, item, path, put };
    };

    describe('given a write with an idempotency key', () => {
      test('when it comes twice, then it is applied once, and the current row is answered', async () => {
        const { client, put } = await start();
        const first = recordOf(await put('Oat milk', keys('phone-5')));
        await put('Tea', keys('tablet-2'));
        const again = await put('Oat milk', keys('phone-5'));
        expect(again.status).toBe(200);
        expect(recordOf(again)).toMatchObject({ description: 'Tea' });
        expect(recordOf(again).updatedAt > first.updatedAt).toBe(true);
        expect(await itemOf(client)).toEqual(recordOf(again));
      });

      test('when the key comes with another row or user, then it is another write', async () => {
        const { server, client, put } = await start();
        await put('Mine', keys('phone-5'));
        const other = await addItem(client, 'other', 'list');
        const path = `/api/list-items/${other.documentId}`;
        expect(recordOf(await client.call('PUT', path, { data: { done: true } }, keys('phone-5'))).done).toBe(true);
        const ola = await server.signUp(newName());
        await addList(ola, 'list');
        const olas = await addItem(ola, 'item', 'list');
        const answer = await ola.call(
          'PUT',
          `/api/list-items/${olas.documentId}`,
          { data: { done: true } },
          keys('phone-5'),
        );
        expect(recordOf(answer).done).toBe(true);
      });

      test('when it comes again within 30 days, then it is not applied; later it is', async () => {
        const { server, put } = await start();
        await put('First', keys('phone-5'));
        await purge(server.database, server.clock.now + 29 * DAY_MS);
        expect(recordOf(await put('Second', keys('phone-5'))).description).toBe('First');
        await purge(server.database, server.clock.now + 31 * DAY_MS);
        expect(recordOf(await put('Third', keys('phone-5'))).description).toBe('Third');
      });

      test('when it is a create that comes again after the row was removed, then the tombstone is answered', async () => {
        const { client } = await start();
        const create = () => client.call('POST', '/api/list-items', { data: { uuid: 'new', list: 'list' } }, keys('c'));
        const made = await create();
        expect(made.status).toBe(201);
        expect((await create()).status).toBe(200);
        await client.call('DELETE', `/api/list-items/${recordOf(made).documentId}`, undefined, keys('d'));
        const late = await create();
        expect(late.status).toBe(200);
        expect(recordOf(late).deletedAt).not.toBeNull();
      });

      test('when it is an update that comes again after the row was removed, then the tombstone is answered', async () => {
        const { client, path, put } = await start();
        await put('Oat milk', keys('phone-5'));
        await client.call('DELETE', path, undefined, keys('phone-6'));
        const again = await put('Oat milk', keys('phone-5'));
        expect(again.status).toBe(200);
        expect(recordOf(again).deletedAt).not.toBeNull();
      });

      test('when it was refused, then its key is not used up', async () => {
        const { client, path } = await start();
        expect((await client.call('PUT', path, { data: { done: 7 } }, keys('phone-5'))).status).toBe(400);
        expect(recordOf(await client.call('PUT', path, { data: { done: true } }, keys('phone-5'))).done).toBe(true);
      });

      test('when the row already had these values, then it counts as applied and is not repeated over newer ones', async () => {
        const { client, put } = await start();
        await put('Oat milk', keys('tablet-2'));
        await put('Oat milk', keys('phone-5'));
        await put('Tea', keys('tablet-3'));
        await put('Oat milk', keys('phone-5'));
        expect(await itemOf(client)).toMatchObject({ description: 'Tea' });
      });

      test('when it comes ten times at once, then it is applied once', async () => {
        const { client, item, put } = await start();
        const answers = await Promise.all(Array.from({ length: 10 }, () => put('Once', keys('phone-5'))));
        expect(new Set(answers.map((answer) => recordOf(answer).updatedAt)).size).toBe(1);
        expect((await itemOf(client))?.updatedAt).not.toBe(item.updatedAt);
      });

      test('when the key is too long to be kept, then it is no key', async () => {
        const { put } = await start();
        const key = { 'idempotency-key': 'x'.repeat(300) };
        await put('First', key);
        expect(recordOf(await put('Second', key)).description).toBe('Second');
      });
    });

    describe('given a write that replaces an older one and carries its key too', () => {
      test('when the older one arrives later, then it is not applied', async () => {
        const { client, put } = await start();
        await put('Corrected', keys('new', 'old'));
        expect(recordOf(await put('What broke', keys('old'))).description).toBe('Corrected');
        expect(await itemOf(client)).toMatchObject({ description: 'Corrected' });
      });

      test('when the older one arrived first, then the new one is applied', async () => {
        const { put } = await start();
        await put('What broke', keys('old'));
        expect(recordOf(await put('Corrected', keys('new', 'old'))).description).toBe('Corrected');
      });

      test('when it comes twice, then it is applied once', async () => {
        const { put } = await start();
        await put('Corrected', keys('new', 'old'));
        await put('Tea', keys('tablet-2'));
        expect(recordOf(await put('Corrected', keys('new', 'old'))).description).toBe('Tea');
      });

      test('when the older one is a removal and arrives later, then the row stays', async () => {
        const { client, path, put } = await start();
        await put('Kept', keys('new', 'removal'));
        const late = await client.call('DELETE', path, undefined, keys('removal'));
        expect([late.status, recordOf(late).description]).toEqual([200, 'Kept']);
        expect((await client.call('DELETE', path, undefined, keys('another'))).status).toBe(204);
      });
    });

    test('given a batch, when entries bear keys, then each is applied once by itself', async () => {
      const { client, put } = await start();
      await put('First', keys('phone-5'));
      const entry = (idempotencyKey: string, description: string) => ({ uuid: 'item', description, idempotencyKey });
      const batch = (...data: readonly object[]) => client.call('PATCH', '/api/list-items/patch', { data });
      const answer = await batch(entry('phone-5', 'Again'), entry('new, old', 'Next'), entry('old', 'Late'));
      expect(recordsOf(answer).map(({ description }) => description)).toEqual(['First', 'Next', 'Next']);
      expect(answer.body).toMatchObject({ meta: { rejected: [] } });
    });
  },
);
