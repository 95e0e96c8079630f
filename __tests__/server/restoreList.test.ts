import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { v7 } from 'uuid';
import { purge } from '../../server/src/purge';
import { REMOVED_KEPT_MS } from '../../server/src/removedLists';
import { addItem, addList, type Client, errorOf, recordOf, recordsOf, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];

const alive = async (client: Client, path: 'lists' | 'list-items') =>
  recordsOf(await client.call('GET', `/api/${path}`)).filter(({ deletedAt }) => deletedAt === null);
const removed = async (client: Client) =>
  (await client.call('GET', '/api/lists/removed')).body as { data: { documentId: string; items: number }[] };
const bringBack = (client: Client, documentId: string) =>
  client.call('POST', `/api/lists/removed/${documentId}/restore`, {});

/** A list of three items, the last of which was removed by itself before. */
const removedList = async (client: Client) => {
  const [before, list, after] = [v7(), v7(), v7()];
  await addList(client, before);
  const { documentId } = await addList(client, list);
  await addList(client, after);
  const items = [v7(), v7(), v7()] as const;
  await addItem(client, items[0], list, 'Mleko');
  const bread = await addItem(client, items[1], list, 'Chleb');
  await client.call('PUT', `/api/list-items/${bread.documentId}`, { data: { quantity: '2', done: true } });
  const last = await addItem(client, items[2], list, 'Ser');
  await client.call('DELETE', `/api/list-items/${last.documentId}`);
  await client.call('DELETE', `/api/lists/${documentId}`);
  return { documentId, uuid: list, before, after };
};

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'a removed list (%s)',
  (_name, location) => {
    const start = async () => {
      const server = await testServer({ location });
      return { ...server, client: await server.signUp(`back-${randomUUID()}`) };
    };

    test('is restored with its items, as new rows in the old order', async () => {
      const { client } = await start();
      const { documentId, uuid, before, after } = await removedList(client);
      expect((await removed(client)).data).toMatchObject([{ documentId, items: 2 }]);
      const answer = await bringBack(client, documentId);
      expect(answer.status).toBe(201);
      const back = recordOf(answer);
      expect(back.uuid).not.toBe(uuid);
      expect([after, back.uuid, before].sort()).toEqual([before, back.uuid, after]);
      const items = await alive(client, 'list-items');
      expect(items.every(({ list }) => list === back.uuid)).toBe(true);
      const inOrder = [...items].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
      expect(inOrder.map(({ description, quantity, done }) => [description, quantity, done])).toEqual([
        ['Mleko', '', false],
        ['Chleb', '2', true],
      ]);
      expect((await alive(client, 'lists')).map((list) => list.uuid)).toContain(back.uuid);
    });

    test('is not offered while an own list in its place has all of its items, as after an undo', async () => {
      const { client, signUp } = await start();
      const { documentId, uuid } = await removedList(client);
      const offered = async () => (await removed(client)).data.map((list) => list.documentId);
      await addList(client, v7());
      await addList(client, randomUUID());
      const stranger = await signUp(`stranger-${randomUUID()}`);
      const theirs = await addList(stranger, `${uuid.slice(0, 30)}abcdef`);
      for (const text of ['Mleko', 'Chleb']) await addItem(stranger, v7(), theirs.uuid, text);
      expect(await offered()).toEqual([documentId]);
      const again = await addList(client, `${uuid.slice(0, 30)}fedcba`);
      await addItem(client, v7(), again.uuid, 'Mleko');
      // The bread may have come from another device, of which the undo did not know.
      expect(await offered()).toEqual([documentId]);
      const bread = await addItem(client, v7(), again.uuid, 'Chleb');
      await client.call('PUT', `/api/list-items/${bread.documentId}`, { data: { quantity: '2' } });
      expect(await offered()).toEqual([]);
      await client.call('DELETE', `/api/lists/${again.documentId}`);
      expect((await offered()).sort()).toEqual([again.documentId, documentId].sort());
    });

    test('given an undo that was sent before the removal, as in one round, then it is not offered', async () => {
      const { client } = await start();
      const { documentId, uuid } = await addList(client, v7());
      await addItem(client, v7(), uuid, 'Mleko');
      const again = await addList(client, `${uuid.slice(0, 30)}fedcba`);
      await addItem(client, v7(), again.uuid, 'Mleko');
      await client.call('DELETE', `/api/lists/${documentId}`);
      expect((await removed(client)).data).toEqual([]);
    });

    test('given a pull from before, then it has the removal, then the new rows', async () => {
      const { client } = await start();
      const { documentId, uuid } = await removedList(client);
      const since = encodeURIComponent('2026-01-01T00:00:00.000Z');
      const back = recordOf(await bringBack(client, documentId));
      const pulled = recordsOf(await client.call('GET', `/api/lists?filters[updatedAt][$gte]=${since}`));
      const find = (id: string) => pulled.find((list) => list.uuid === id);
      expect(find(uuid)?.deletedAt).not.toBeNull();
      expect(find(back.uuid)?.deletedAt).toBeNull();
      expect((find(back.uuid)?.updatedAt ?? '') > (find(uuid)?.updatedAt ?? '')).toBe(true);
    });

    test('is restored once, and can be removed and restored again', async () => {
      const { client } = await start();
      const { documentId } = await removedList(client);
      const back = recordOf(await bringBack(client, documentId));
      expect((await bringBack(client, documentId)).status).toBe(404);
      expect((await removed(client)).data).toEqual([]);
      await client.call('DELETE', `/api/lists/${back.documentId}`);
      expect((await bringBack(client, back.documentId)).status).toBe(201);
      expect(await alive(client, 'list-items')).toHaveLength(2);
    });

    test('is restored for its members too, also for one who was offline, with later writes', async () => {
      const { client, signUp } = await start();
      const member = await signUp(`member-${randomUUID()}`);
      // Nobody is invited by somebody without a name.
      await client.call('PUT', '/api/users/me', { name: 'Ola' });
      await member.call('PUT', '/api/users/me', { name: 'Jan' });
      const shared = await addList(client, v7());
      await addItem(client, v7(), shared.uuid, 'Mleko');
      const invited = await client.call('POST', `/api/lists/${shared.documentId}/invites`);
      const { code } = (invited.body as { data: { code: string } }).data;
      await member.call('POST', '/api/invites/accept', { code });
      const pulled = recordsOf(await member.call('GET', '/api/list-items'));
      const cursor = pulled
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1);
      await client.call('DELETE', `/api/lists/${shared.documentId}`);
      expect((await bringBack(member, shared.documentId)).status).toBe(404);

      const back = recordOf(await bringBack(client, shared.documentId));
      const since = encodeURIComponent(cursor ?? '');
      const pull = async (path: string) =>
        recordsOf(await member.call('GET', `/api/${path}?filters[updatedAt][$gte]=${since}`)).filter(
          ({ deletedAt }) => deletedAt === null,
        );
      expect(await pull('lists')).toMatchObject([{ uuid: back.uuid, role: 'member', members: 2 }]);
      expect(await pull('list-items')).toMatchObject([{ list: back.uuid, description: 'Mleko' }]);
      await addItem(client, v7(), back.uuid, 'Chleb');
      expect(await pull('list-items')).toHaveLength(2);
      expect(await alive(client, 'lists')).toMatchObject([{ uuid: back.uuid, role: 'owner', members: 2 }]);
    });

    test('cannot be seen or restored by another user', async () => {
      const { client, signUp } = await start();
      const { documentId } = await removedList(client);
      const stranger = await signUp(`stranger-${randomUUID()}`);
      expect((await removed(stranger)).data).toEqual([]);
      expect((await bringBack(stranger, documentId)).status).toBe(404);
      expect((await bringBack(client, documentId)).status).toBe(201);
    });

    test('is kept for 30 days, also without a purge; then its text is deleted', async () => {
      // Its token ends on the same day, so the services are asked.
      const { client, clock, database, services } = await start();
      const kept = () => services.removedLists.all(client.userId, clock.now);
      const { documentId } = await removedList(client);
      clock.now += REMOVED_KEPT_MS - 1000;
      await purge(database, clock.now);
      expect(await kept()).toHaveLength(1);
      clock.now += 1000;
      expect(await kept()).toEqual([]);
      const late = services.restoreList({ userId: client.userId, session: null }, documentId);
      await expect(late).rejects.toMatchObject({ status: 404 });
      await purge(database, clock.now);
      const rows = await database.db
        .selectFrom('removed_lists')
        .selectAll()
        .where('user_id', '=', client.userId)
        .execute();
      expect(rows).toEqual([]);
    });
  },
);

test('the capability is announced', async () => {
  const { call } = await testServer();
  expect((await call('GET', '/api/capabilities')).body).toMatchObject({ restore: true });
});

test('given a user at the limit of lists, then a removed list is not restored', async () => {
  const server = await testServer({ limits: { listsPerUser: 2, itemsPerList: 10, itemsPerUser: 10 } });
  const client = await server.signUp('full');
  const { documentId } = await addList(client, v7());
  await client.call('DELETE', `/api/lists/${documentId}`);
  await addList(client, v7());
  await addList(client, v7());
  expect((await bringBack(client, documentId)).status).toBe(400);
  expect((await removed(client)).data).toHaveLength(1);
});

test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'given no room for all its items, a removed list stays whole where it is, and comes back when there is room (%s)',
  async (_name, location) => {
    const server = await testServer({ location, limits: { listsPerUser: 9, itemsPerList: 9, itemsPerUser: 40 } });
    const client = await server.signUp(`full-${randomUUID()}`);
    const filled = async (size: number) => {
      const list = await addList(client, v7());
      for (let at = 0; at < size; at += 1) await addItem(client, v7(), list.uuid);
      return list.documentId;
    };
    const removedLists = [await filled(9), await filled(9)];
    for (const documentId of removedLists) await client.call('DELETE', `/api/lists/${documentId}`);
    const [first = '', second = ''] = removedLists;
    for (const size of [9, 9, 9]) await filled(size);
    expect((await bringBack(client, first)).status).toBe(201);
    const refused = await bringBack(client, second);
    expect(refused.status).toBe(400);
    expect(errorOf(refused).message).toBe('9 items do not fit: all lists together may have 40');
    expect((await removed(client)).data).toMatchObject([{ documentId: second, items: 9 }]);
    expect(await alive(client, 'list-items')).toHaveLength(36);

    const last = await addList(client, v7());
    for (let at = 0; at < 4; at += 1) await addItem(client, v7(), last.uuid);
    const tooMany = { data: { uuid: v7(), list: last.uuid } };
    expect((await client.call('POST', '/api/list-items', tooMany)).status).toBe(400);
    const [fullList = ''] = (await alive(client, 'lists')).map(({ documentId }) => documentId);
    await client.call('DELETE', `/api/lists/${fullList}`);
    await client.call('DELETE', `/api/lists/${last.documentId}`);
    expect((await bringBack(client, second)).status).toBe(201);
    expect(await alive(client, 'list-items')).toHaveLength(36);
  },
);

test('given uuids of another program without a time, then the new uuids carry the creation times', async () => {
  const { client } = { client: await (await testServer()).signUp('other') };
  const list = await addList(client, 'a-list');
  await client.call('DELETE', `/api/lists/${list.documentId}`);
  const back = recordOf(await bringBack(client, list.documentId));
  const time = Number.parseInt(back.uuid.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBe(Date.parse(list.createdAt));
});

test.each(['/api/lists/removed/none/restore', '/api/lists/removed/%00/restore'])('%s is not found', async (path) => {
  const client = await (await testServer()).signUp('nothing');
  expect((await client.call('POST', path, {})).status).toBe(404);
});
