import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addList, type Client, recordsOf, type TestServer, testServer, type Wire } from './testServer';

/** What two people do to a shared list in the same moment. */

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const ROWS = 200;

interface Patched {
  readonly data: readonly { readonly uuid: string }[];
  readonly meta?: { readonly rejected?: readonly { readonly uuid: string; readonly status: number }[] };
}

const signUp = async (server: TestServer, name: string): Promise<Client> => {
  const client = await server.signUp(`${name.toLowerCase()}-${randomUUID()}`);
  await client.call('PUT', '/api/users/me', { name });
  return client;
};
const invite = async ({ call }: Client, { documentId }: Wire): Promise<string> =>
  ((await call('POST', `/api/lists/${documentId}/invites`)).body as { data: { code: string } }).data.code;
const accept = (client: Client, code: string) => client.call('POST', '/api/invites/accept', { code });
const leave = (client: Client, { documentId }: Wire) => client.call('DELETE', `/api/lists/${documentId}/members/me`);
const alive = async ({ call }: Client, collection: string): Promise<Wire[]> =>
  recordsOf(await call('GET', `/api/${collection}?pagination[pageSize]=100`)).filter(({ deletedAt }) => !deletedAt);

/** A list of the first, which the others joined. */
const shared = async (server: TestServer, ...names: readonly [string, ...string[]]) => {
  const people: Client[] = [];
  for (const name of names) people.push(await signUp(server, name));
  const [owner, ...others] = people as [Client, ...Client[]];
  const list = await addList(owner, 'weekend');
  for (const other of others) expect((await accept(other, await invite(owner, list))).status).toBe(200);
  return { people, list };
};

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))('%s', (_name, location) => {
  test('given a member who is removed during a PATCH of 200 rows, then each row is as its answer says', async () => {
    const server = await testServer({ location });
    const { people, list } = await shared(server, 'Ania', 'Basia');
    const [ania, basia] = people as [Client, Client];
    const uuids = Array.from({ length: ROWS }, (_, at) => `row-${at}`);
    for (const uuid of uuids) await ania.call('POST', '/api/list-items', { data: { uuid, list: 'weekend' } });
    const { members } = (
      (await ania.call('GET', `/api/lists/${list.documentId}/members`)).body as {
        data: { members: { id: string; isMe: boolean }[] };
      }
    ).data;
    const other = members.find(({ isMe }) => !isMe)?.id;
    const [patched, removed] = await Promise.all([
      basia.call('PATCH', '/api/list-items/patch', { data: uuids.map((uuid) => ({ uuid, done: true })) }),
      ania.call('DELETE', `/api/lists/${list.documentId}/members/${other}`),
    ]);
    expect([patched.status, removed.status]).toEqual([200, 204]);
    const { data, meta } = patched.body as Patched;
    const rejected = meta?.rejected ?? [];
    expect([...data, ...rejected].map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort());
    expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set(rejected.length > 0 ? [404] : []));
    const rows = await server.database.db.selectFrom('items').select(['uuid', 'done']).where('list', '=', 'weekend');
    const done = (await rows.where('user_id', '=', ania.userId).execute()).filter((row) => row.done === 1);
    expect(done.map(({ uuid }) => uuid).sort()).toEqual(data.map(({ uuid }) => uuid).sort());
    expect(await alive(basia, 'list-items')).toEqual([]);
  });

  test('given a list that is deleted while somebody joins it, then nobody has it', async () => {
    const server = await testServer({ location });
    for (let round = 0; round < 5; round += 1) {
      const { people, list } = await shared(server, 'Ania');
      const [ania] = people as [Client];
      const basia = await signUp(server, 'Basia');
      const code = await invite(ania, list);
      const [joined, deleted] = await Promise.all([
        accept(basia, code),
        ania.call('DELETE', `/api/lists/${list.documentId}`),
      ]);
      expect([200, 404]).toContain(joined.status);
      expect(deleted.status).toBe(204);
      expect([await alive(ania, 'lists'), await alive(basia, 'lists')]).toEqual([[], []]);
      expect((await accept(basia, code)).status).toBe(404);
    }
  });

  test('given an owner and the next owner who leave at once, then the list has one owner', async () => {
    const server = await testServer({ location });
    for (let round = 0; round < 5; round += 1) {
      const { people, list } = await shared(server, 'Ania', 'Basia', 'Celina');
      const [ania, basia, celina] = people as [Client, Client, Client];
      const statuses = (await Promise.all([leave(ania, list), leave(basia, list)])).map(({ status }) => status);
      expect(statuses).toEqual([204, 204]);
      const [left] = await alive(celina, 'lists');
      expect(left).toMatchObject({ uuid: 'weekend', role: 'owner', members: 1 });
      expect([await alive(ania, 'lists'), await alive(basia, 'lists')]).toEqual([[], []]);
    }
  });

  test('given the two last members who leave at once, then one of them keeps the list', async () => {
    const server = await testServer({ location });
    for (let round = 0; round < 5; round += 1) {
      const { people, list } = await shared(server, 'Ania', 'Basia');
      const answers = await Promise.all(people.map((person) => leave(person, list)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
      const views = await Promise.all(people.map((person) => alive(person, 'lists')));
      expect(views.flat()).toMatchObject([{ uuid: 'weekend', role: 'owner', members: 1 }]);
    }
  });
});
