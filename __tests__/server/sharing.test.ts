import { describe, expect, test } from '@jest/globals';
import { purge } from '../../server/src/purge';
import { FULL_REFUSAL } from '../../src/contract/fullRefusal';
import {
  type Answer,
  addItem,
  addList,
  type Client,
  errorOf,
  recordOf,
  recordsOf,
  START,
  type TestServer,
  testServer,
  type Wire,
} from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const DAY_MS = 24 * 60 * 60 * 1000;
const ALWAYS = '1970-01-01T00:00:00.000Z';

let people = 0;
/** The databases may be shared, so every test has users of its own. */
const newName = (): string => {
  people += 1;
  return `p${people}x${process.pid}x${Date.now()}`;
};

interface Member {
  readonly id: string;
  readonly name: string | null;
  readonly role: string;
  readonly isMe: boolean;
  readonly joinedAt: string;
}
interface Invite {
  readonly id: string;
  readonly code: string;
  readonly expiresAt: string;
}

const dataOf = <T>({ body }: Answer): T => (body as { data: T }).data;
const pull = async ({ call }: Client, collection = 'lists', since = ALWAYS): Promise<Wire[]> =>
  recordsOf(await call('GET', `/api/${collection}?filters[updatedAt][$gte]=${since}`));
const membersOf = async ({ call }: Client, { documentId }: Wire) =>
  dataOf<{ members: Member[]; invites: Invite[] }>(await call('GET', `/api/lists/${documentId}/members`));
const invite = async ({ call }: Client, { documentId }: Wire): Promise<Invite> =>
  dataOf<Invite>(await call('POST', `/api/lists/${documentId}/invites`));
const accept = ({ call }: Client, code: string): Promise<Answer> => call('POST', '/api/invites/accept', { code });
const eventsOf = async ({ services }: TestServer, { userId }: Client) =>
  (await services.log.after(userId, 0)).map(({ name: event, data, session }) => ({
    event,
    session,
    ...JSON.parse(data),
  }));

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'a shared list (%s)',
  (_name, location) => {
    const start = () => testServer({ location });
    const signUp = async (server: TestServer, name: string): Promise<Client> => {
      const client = await server.signUp(newName());
      const answer = await client.call('PUT', '/api/users/me', { name });
      expect(answer).toMatchObject({ status: 200, body: { name } });
      return client;
    };
    const join = async (owner: Client, list: Wire, newcomer: Client): Promise<Wire> => {
      const answer = await accept(newcomer, (await invite(owner, list)).code);
      expect(answer.status).toBe(200);
      return recordOf(answer);
    };
    /** Ania's list with milk in it, which Basia joined. */
    const startShared = async () => {
      const server = await start();
      const [ania, basia] = [await signUp(server, 'Ania'), await signUp(server, 'Basia')];
      const list = await addList(ania, 'weekend');
      const milk = await addItem(ania, 'milk', 'weekend');
      const joined = await join(ania, list, basia);
      return { server, ania, basia, list, milk, joined };
    };

    test('given a new member, then the next delta pull has the whole list, though its rows are older than the cursor', async () => {
      const server = await start();
      const [ania, basia] = [await signUp(server, 'Ania'), await signUp(server, 'Basia')];
      const list = await addList(ania, 'weekend');
      await addItem(ania, 'milk', 'weekend');
      server.clock.now += DAY_MS;
      const { updatedAt: cursor } = await addList(basia, 'own');
      const joined = await join(ania, list, basia);
      expect(joined).toMatchObject({ uuid: 'weekend', name: 'Weekend', role: 'member', members: 2 });
      expect(joined.updatedAt > cursor).toBe(true);
      expect((await pull(basia, 'lists', cursor)).map(({ uuid }) => uuid)).toEqual(['weekend', 'own']);
      const items = await pull(basia, 'list-items', cursor);
      expect(items).toMatchObject([{ uuid: 'milk', description: 'Milk', updatedAt: joined.updatedAt }]);
      const [own] = await pull(ania, 'list-items');
      expect(own?.updatedAt).toBe(new Date(START + 1).toISOString());
      expect(await pull(ania)).toMatchObject([{ uuid: 'weekend', role: 'owner', members: 2 }]);
    });

    test('accepts writes of all members, and each gets the events of the others with the name', async () => {
      const { server, ania, basia, milk } = await startShared();
      const answer = await basia.call('PUT', `/api/list-items/${milk.documentId}`, { data: { done: true } });
      expect(answer).toMatchObject({ status: 200, body: { data: { uuid: 'milk', done: true } } });
      await addItem(basia, 'bread', 'weekend', 'Bread');
      expect((await pull(ania, 'list-items')).map(({ uuid, done }) => [uuid, done])).toEqual([
        ['milk', true],
        ['bread', false],
      ]);
      const heard = (await eventsOf(server, ania)).slice(-2);
      expect(heard).toMatchObject([
        { event: 'list-item::patch', uuid: 'milk', by: { name: 'Basia' }, session: null },
        { event: 'list-item::create', uuid: 'bread', by: { name: 'Basia' } },
      ]);
      const [, own] = (await eventsOf(server, basia)).slice(-2);
      expect(own).toMatchObject({ event: 'list-item::create', uuid: 'bread', session: expect.any(String) });
      expect(own).not.toHaveProperty('by');
    });

    test('given a new member, then the streams send the ids to the member and the new count to the others', async () => {
      const { server, ania, basia, list } = await startShared();
      const { id: _id, ...ids } = (await eventsOf(server, basia))[0] ?? {};
      expect(ids).toEqual({
        event: 'list::create',
        session: expect.any(String),
        uuid: 'weekend',
        documentId: list.documentId,
      });
      expect((await eventsOf(server, ania)).at(-1)).toMatchObject({
        event: 'list::patch',
        uuid: 'weekend',
        role: 'owner',
        members: 2,
        by: { name: 'Basia' },
      });
    });

    test('shows the names of its members to all, and open invitations to the owner only', async () => {
      const { ania, basia, list } = await startShared();
      const open = await invite(ania, list);
      const seen = await membersOf(ania, list);
      expect(seen.members).toMatchObject([
        { name: 'Ania', role: 'owner', isMe: true },
        { name: 'Basia', role: 'member', isMe: false },
      ]);
      expect(seen.invites.at(0)).toEqual({ id: open.id, createdAt: expect.any(String), expiresAt: open.expiresAt });
      const others = await membersOf(basia, list);
      expect(others.invites).toEqual([]);
      expect(others.members.map(({ isMe }) => isMe)).toEqual([false, true]);
      expect(JSON.stringify(others)).not.toContain('@');
    });

    test('given a member who leaves, then that member gets a tombstone and the others a smaller count', async () => {
      const { server, ania, basia, list } = await startShared();
      const { updatedAt: cursor } = await addItem(ania, 'bread', 'weekend');
      expect((await basia.call('DELETE', `/api/lists/${list.documentId}/members/me`)).status).toBe(204);
      const [gone] = await pull(basia, 'lists', cursor);
      expect(gone).toMatchObject({ uuid: 'weekend', documentId: list.documentId, name: '' });
      expect(gone?.deletedAt).toBe(gone?.updatedAt);
      expect(gone).not.toHaveProperty('role');
      expect(await pull(basia, 'list-items')).toEqual([]);
      expect((await eventsOf(server, basia)).at(-1)).toMatchObject({ event: 'list::delete', uuid: 'weekend' });
      expect(await pull(ania, 'lists', cursor)).toMatchObject([{ uuid: 'weekend', members: 1, deletedAt: null }]);
      await addItem(ania, 'soap', 'weekend');
      expect((await eventsOf(server, basia)).filter(({ uuid }) => uuid === 'soap')).toEqual([]);
    });

    test('given a member who left and joins again, then the whole list is sent', async () => {
      const { ania, basia, list } = await startShared();
      await basia.call('DELETE', `/api/lists/${list.documentId}/members/me`);
      const [gone] = await pull(basia);
      const again = await join(ania, list, basia);
      expect(again.updatedAt > (gone?.deletedAt ?? '')).toBe(true);
      expect(await pull(basia, 'lists', gone?.updatedAt)).toMatchObject([{ uuid: 'weekend', deletedAt: null }]);
      expect(await pull(basia, 'list-items', gone?.updatedAt)).toMatchObject([{ uuid: 'milk', description: 'Milk' }]);
    });

    test('is left, not deleted, when a member deletes it, and deleted for all by its owner', async () => {
      const { ania, basia, list } = await startShared();
      expect((await basia.call('DELETE', `/api/lists/${list.documentId}`)).status).toBe(204);
      expect(await pull(ania)).toMatchObject([{ deletedAt: null, members: 1 }]);
      await join(ania, list, basia);
      expect((await ania.call('DELETE', `/api/lists/${list.documentId}`)).status).toBe(204);
      for (const client of [ania, basia]) {
        expect(await pull(client)).toMatchObject([{ uuid: 'weekend', name: '', deletedAt: expect.any(String) }]);
        expect(await pull(client, 'list-items')).toMatchObject([{ uuid: 'milk', deletedAt: expect.any(String) }]);
      }
    });

    test('given a member who is removed, also during their writes, then the list is gone for them and open invitations end', async () => {
      const { server, ania, basia, list, milk } = await startShared();
      const open = await invite(ania, list);
      const [, other] = (await membersOf(ania, list)).members;
      expect((await ania.call('DELETE', `/api/lists/${list.documentId}/members/${other?.id}`)).status).toBe(204);
      const mine = await addList(basia, 'own');
      const entries = [
        { uuid: mine.uuid, name: 'Mine' },
        { uuid: 'weekend', name: 'Stolen' },
      ];
      const lists = await basia.call('PATCH', '/api/lists/patch', { data: entries });
      expect(lists.body).toMatchObject({
        data: [{ name: 'Mine' }],
        meta: { rejected: [{ uuid: 'weekend', status: 404 }] },
      });
      const word = { data: [{ documentId: milk.documentId, uuid: 'milk', done: true }] };
      expect((await basia.call('PATCH', '/api/list-items/patch', word)).body).toMatchObject({
        data: [],
        meta: { rejected: [{ uuid: 'milk', status: 404 }] },
      });
      expect((await accept(basia, open.code)).status).toBe(404);
      expect((await eventsOf(server, basia)).at(-3)).toMatchObject({ event: 'list::delete', by: { name: 'Ania' } });
    });

    test('asks for membership before a known key or a known uuid is answered', async () => {
      const { ania, basia, list, milk } = await startShared();
      const key = { 'idempotency-key': 'word-1' };
      const word = () => basia.call('PUT', `/api/list-items/${milk.documentId}`, { data: { done: true } }, key);
      expect((await word()).status).toBe(200);
      expect((await word()).status).toBe(200);
      await basia.call('DELETE', `/api/lists/${list.documentId}/members/me`);
      expect((await word()).status).toBe(404);
      const again = await basia.call('POST', '/api/list-items', { data: { uuid: 'milk', list: 'weekend' } });
      expect(again.status).toBe(404);
      expect((await pull(ania, 'list-items'))[0]).toMatchObject({ uuid: 'milk', done: true });
    });

    test('given an owner who leaves, then the first member becomes the owner of all rows and tombstones', async () => {
      const { server, ania, basia, list, milk } = await startShared();
      const celina = await signUp(server, 'Celina');
      await join(ania, list, celina);
      const open = await invite(ania, list);
      await addItem(ania, 'soap', 'weekend');
      await ania.call('DELETE', `/api/list-items/${milk.documentId}`);
      const before = await pull(basia);
      expect((await ania.call('DELETE', `/api/lists/${list.documentId}/members/me`)).status).toBe(204);
      expect(await pull(ania)).toMatchObject([{ uuid: 'weekend', deletedAt: expect.any(String) }]);
      expect(await pull(ania, 'list-items')).toEqual([]);
      const [owned] = await pull(basia, 'lists', before[0]?.updatedAt);
      expect(owned).toMatchObject({ uuid: 'weekend', role: 'owner', members: 2, documentId: list.documentId });
      expect((await pull(celina))[0]).toMatchObject({ role: 'member', members: 2 });
      expect((await pull(basia, 'list-items')).map(({ uuid, deletedAt }) => [uuid, deletedAt === null])).toEqual([
        ['milk', false],
        ['soap', true],
      ]);
      expect((await accept(ania, open.code)).status).toBe(404);
      const [first] = await pull(basia, 'list-items');
      await join(basia, list, ania);
      expect((await pull(ania))[0]).toMatchObject({ role: 'member', members: 3, deletedAt: null });
      const [same] = await pull(basia, 'list-items');
      expect(same?.updatedAt).toBe(first?.updatedAt);
      expect((await basia.call('DELETE', `/api/lists/${list.documentId}`)).status).toBe(204);
    });

    test('given a member who leaves a list that its owner has deleted, then a restore brings it back without them', async () => {
      const { ania, basia, list } = await startShared();
      await ania.call('DELETE', `/api/lists/${list.documentId}`);
      const key = { 'idempotency-key': 'leave-1' };
      const leave = () => basia.call('DELETE', `/api/lists/${list.documentId}/members/me`, undefined, key);
      expect((await leave()).status).toBe(204);
      expect((await ania.call('POST', `/api/lists/removed/${list.documentId}/restore`, {})).status).toBe(201);
      const aliveOf = async (client: Client) => (await pull(client)).filter(({ deletedAt }) => deletedAt === null);
      expect(await aliveOf(basia)).toEqual([]);
      expect(await aliveOf(ania)).toMatchObject([{ members: 1 }]);
      expect((await ania.call('DELETE', `/api/lists/${list.documentId}/members/me`)).status).toBe(404);
    });

    test('given a restored list whose owner leaves, then it passes to who had joined first', async () => {
      const server = await start();
      const ania = await signUp(server, 'Ania');
      const celina = await signUp(server, 'Celina');
      const basia = await signUp(server, 'Basia');
      const list = await addList(ania, 'weekend');
      await join(ania, list, basia);
      await join(ania, list, celina);
      await ania.call('DELETE', `/api/lists/${list.documentId}`);
      const back = recordOf(await ania.call('POST', `/api/lists/removed/${list.documentId}/restore`, {}));
      expect((await membersOf(ania, back)).members.map(({ name }) => name)).toEqual(['Ania', 'Basia', 'Celina']);
      expect((await ania.call('DELETE', `/api/lists/${back.documentId}/members/me`)).status).toBe(204);
      expect((await membersOf(basia, back)).members).toMatchObject([{ role: 'owner', isMe: true }, { role: 'member' }]);
    });

    test('given a deleted list whose member deletes the account, then nobody is told a time above their clock', async () => {
      const { server, ania, basia, list } = await startShared();
      const celina = await signUp(server, 'Celina');
      await join(ania, list, celina);
      await ania.call('DELETE', `/api/lists/${list.documentId}`);
      server.clock.now += 60_000;
      const { email } = (await basia.call('GET', '/api/users/me')).body as { email: string };
      expect(await server.services.users.remove(email)).toBe(true);
      const [told] = await pull(celina);
      const { body } = await celina.call('GET', '/api/list-items');
      expect((body as { meta: { clock: string } }).meta.clock >= (told?.updatedAt ?? '')).toBe(true);
    });

    test('given a member who is removed while their items are read, then the clock of the answer says that time went on', async () => {
      const { server, ania, basia, list } = await startShared();
      const [, member] = (await membersOf(ania, list)).members;
      const clockOf = async (collection: string) =>
        ((await basia.call('GET', `/api/${collection}`)).body as { meta: { clock: string } }).meta.clock;
      const before = await clockOf('lists');
      const { since } = server.services.records;
      Object.assign(server.services.records, {
        since: async (...asked: Parameters<typeof since>) => {
          server.services.records.since = since;
          await ania.call('DELETE', `/api/lists/${list.documentId}/members/${member?.id}`);
          return since(...asked);
        },
      });
      const during = await clockOf('list-items');
      // The items have no tombstones. At the same time as before, a client would send them again.
      expect(during > before).toBe(true);
      expect([during, await pull(basia, 'list-items')]).toEqual([await clockOf('lists'), []]);
    });

    test('given an account that is deleted while its items are read, then the answer is 401, not an account without items', async () => {
      const { server, basia } = await startShared();
      const { email } = (await basia.call('GET', '/api/users/me')).body as { email: string };
      const { since } = server.services.records;
      Object.assign(server.services.records, {
        since: async (...asked: Parameters<typeof since>) => {
          server.services.records.since = since;
          await server.services.users.remove(email);
          return since(...asked);
        },
      });
      expect((await basia.call('GET', '/api/list-items')).status).toBe(401);
    });

    test('given an owner without members, then leaving is refused', async () => {
      const server = await start();
      const ania = await signUp(server, 'Ania');
      const list = await addList(ania, 'weekend');
      const answer = await ania.call('DELETE', `/api/lists/${list.documentId}/members/me`);
      expect(errorOf(answer)).toMatchObject({ status: 400, name: 'ApplicationError' });
      expect((await membersOf(ania, list)).members).toMatchObject([{ id: 'me', role: 'owner', isMe: true }]);
    });

    test('outlives the account of its owner; private lists go with it', async () => {
      const { server, ania, basia, list } = await startShared();
      await addList(ania, 'private');
      const { email } = (await ania.call('GET', '/api/users/me')).body as { email: string };
      expect(await server.services.users.remove(email)).toBe(true);
      expect((await ania.call('GET', '/api/lists')).status).toBe(401);
      expect(await pull(basia)).toMatchObject([{ uuid: 'weekend', role: 'owner', members: 1 }]);
      expect(await pull(basia, 'list-items')).toMatchObject([{ uuid: 'milk' }]);
      expect((await membersOf(basia, list)).members).toMatchObject([{ name: 'Basia', role: 'owner' }]);
      const left = await server.database.db
        .selectFrom('lists')
        .selectAll()
        .where('user_id', '=', ania.userId)
        .execute();
      expect(left).toEqual([]);
    });

    test('cannot be seen by others, on any route', async () => {
      const { server, ania, list, milk } = await startShared();
      const stranger = await signUp(server, 'Stranger');
      const { id } = await invite(ania, list);
      const [member] = (await membersOf(ania, list)).members;
      const at = `/api/lists/${list.documentId}`;
      const requests: [string, string, object?][] = [
        ['GET', at],
        ['PUT', at, { data: { name: 'x' } }],
        ['DELETE', at],
        ['GET', `${at}/members`],
        ['POST', `${at}/invites`],
        ['DELETE', `${at}/invites/${id}`],
        ['DELETE', `${at}/members/me`],
        ['DELETE', `${at}/members/${member?.id}`],
        ['GET', `/api/list-items/${milk.documentId}`],
        ['PUT', `/api/list-items/${milk.documentId}`, { data: { done: true } }],
        ['DELETE', `/api/list-items/${milk.documentId}`],
        ['POST', '/api/list-items', { data: { uuid: 'mine', list: 'weekend' } }],
        ['POST', '/api/invites/accept', { code: 'wrong' }],
        ['POST', '/api/invites/preview', { code: 'wrong' }],
      ];
      for (const [method, url, body] of requests) {
        expect([method, url, (await stranger.call(method, url, body)).status]).toEqual([method, url, 404]);
      }
      expect([await pull(stranger), await pull(stranger, 'list-items')]).toEqual([[], []]);
    });

    test('given a member, then inviting and removing others is refused', async () => {
      const { server, ania, basia, list } = await startShared();
      const celina = await signUp(server, 'Celina');
      await join(ania, list, celina);
      const { id } = await invite(ania, list);
      const [owner] = (await membersOf(ania, list)).members;
      const at = `/api/lists/${list.documentId}`;
      for (const [method, url] of [
        ['POST', `${at}/invites`],
        ['DELETE', `${at}/invites/${id}`],
        ['DELETE', `${at}/members/${owner?.id}`],
        ['DELETE', `${at}/members/unknown`],
      ] as const) {
        expect(errorOf(await basia.call(method, url))).toMatchObject({ status: 400, name: 'NotOwnerError' });
      }
      expect((await ania.call('DELETE', `${at}/members/unknown`)).status).toBe(404);
    });

    test('given a second acceptance, or the owner’s own, then nobody joins twice', async () => {
      const { server, ania, basia, list } = await startShared();
      const { code } = await invite(ania, list);
      const before = (await eventsOf(server, basia)).length;
      expect(recordOf(await accept(basia, code))).toMatchObject({ uuid: 'weekend', members: 2 });
      expect(recordOf(await accept(ania, code))).toMatchObject({ uuid: 'weekend', role: 'owner' });
      expect((await eventsOf(server, basia)).length).toBe(before);
    });

    test('given a valid code, then anybody can preview the list; an ended code does not say why', async () => {
      const { server, ania, list } = await startShared();
      const look = (code: unknown) => server.call('POST', '/api/invites/preview', { code });
      const { id, code } = await invite(ania, list);
      expect((await look(code)).body).toEqual({ data: { list: { name: 'Weekend', icon: 'tomato' }, from: 'Ania' } });
      await ania.call('DELETE', `/api/lists/${list.documentId}/invites/${id}`);
      const old = await invite(ania, list);
      server.clock.now += 7 * DAY_MS;
      const used = await invite(ania, list);
      await server.database.db.updateTable('invites').set({ accepted: 20 }).where('id', '=', used.id).execute();
      const texts = await Promise.all([code, old.code, used.code, 'unknown', 'x'.repeat(300)].map(look));
      expect(new Set(texts.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(texts[0]?.status).toBe(404);
      expect((await look(7)).status).toBe(400);
      const stored = await server.database.db.selectFrom('invites').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(used.code);
    });

    test('keeps ten invitations open: an eleventh ends the oldest', async () => {
      const { ania, basia, list, server } = await startShared();
      const codes: string[] = [];
      for (let at = 0; at < 11; at += 1) codes.push((await invite(ania, list)).code);
      expect((await membersOf(ania, list)).invites).toHaveLength(10);
      const statuses = await Promise.all(
        codes.slice(0, 3).map(async (code) => (await server.call('POST', '/api/invites/preview', { code })).status),
      );
      expect(statuses).toEqual([404, 200, 200]);
      expect((await membersOf(basia, list)).invites).toEqual([]);
    });

    test('has at most twenty members, each with a name', async () => {
      const { server, ania, list } = await startShared();
      const nameless = await server.signUp(newName());
      const { code } = await invite(ania, list);
      expect(errorOf(await accept(nameless, code)).name).toBe('NameRequiredError');
      const own = await addList(nameless, 'own');
      const inviting = await nameless.call('POST', `/api/lists/${own.documentId}/invites`);
      expect(errorOf(inviting).name).toBe('NameRequiredError');
      for (let at = 2; at < 20; at += 1) expect((await accept(await signUp(server, `P${at}`), code)).status).toBe(200);
      const late = await signUp(server, 'Late');
      expect(errorOf(await accept(late, code))).toMatchObject({ name: 'LimitError', message: FULL_REFUSAL });
      expect((await pull(ania))[0]).toMatchObject({ members: 20 });
    });

    test('never shows one member two rows with one uuid', async () => {
      const { server, ania, basia, list } = await startShared();
      await addList(basia, 'private');
      await addItem(basia, 'soap', 'private');
      const created = await ania.call('POST', '/api/list-items', { data: { uuid: 'soap', list: 'weekend' } });
      expect(errorOf(created)).toMatchObject({ status: 400, message: 'This attribute must be unique' });
      const celina = await signUp(server, 'Celina');
      const clashing = await addList(celina, 'weekend');
      const { code } = await invite(ania, list);
      expect(errorOf(await accept(celina, code)).message).toBe('This attribute must be unique');
      await celina.call('DELETE', `/api/lists/${clashing.documentId}`);
      expect((await accept(celina, code)).status).toBe(400);
      const dorota = await signUp(server, 'Dorota');
      await addList(dorota, 'own');
      await addItem(dorota, 'milk', 'own');
      expect((await accept(dorota, code)).status).toBe(400);
    });

    test('gives each member a growing updatedAt, whatever the clocks do', async () => {
      const { server, ania, basia } = await startShared();
      server.clock.now += DAY_MS;
      await addList(basia, 'own');
      server.clock.now -= 2 * DAY_MS;
      const { updatedAt } = await addItem(ania, 'bread', 'weekend');
      await addItem(basia, 'soap', 'weekend');
      for (const client of [ania, basia]) {
        const events = await server.services.log.after(client.userId, 0);
        const ids = events.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      }
      const [own] = (await pull(basia)).filter(({ uuid }) => uuid === 'own');
      expect(updatedAt > (own?.updatedAt ?? '')).toBe(true);
    });

    test('given a member who was just removed, then the answer is not 304', async () => {
      const { ania, basia, list } = await startShared();
      const { headers } = await basia.call('GET', '/api/lists');
      const [, other] = (await membersOf(ania, list)).members;
      await ania.call('DELETE', `/api/lists/${list.documentId}/members/${other?.id}`);
      const again = await basia.call('GET', '/api/lists', undefined, { 'if-none-match': String(headers.etag) });
      expect(again.status).toBe(200);
    });

    test('given a member who left 90 days ago, then the tombstones are purged', async () => {
      const { server, ania, basia, list } = await startShared();
      await invite(ania, list);
      await basia.call('DELETE', `/api/lists/${list.documentId}/members/me`);
      const mine = server.database.db
        .selectFrom('memberships')
        .select('user_id')
        .where('document_id', '=', list.documentId);
      await purge(server.database, START + 89 * DAY_MS);
      expect(await mine.execute()).toHaveLength(2);
      await purge(server.database, START + 91 * DAY_MS);
      expect(await mine.execute()).toEqual([{ user_id: ania.userId }]);
      expect((await membersOf(ania, list)).invites).toEqual([]);
      await ania.call('DELETE', `/api/lists/${list.documentId}`);
      await purge(server.database, START + 91 * DAY_MS);
      expect(await mine.execute()).toEqual([]);
    });

    test('given twenty members who write at once, then each gets every event once, in order', async () => {
      const { server, ania, basia, list } = await startShared();
      const { code } = await invite(ania, list);
      const everybody = [ania, basia];
      for (let at = 2; at < 20; at += 1) {
        const client = await signUp(server, `P${at}`);
        expect((await accept(client, code)).status).toBe(200);
        everybody.push(client);
      }
      const written = everybody.flatMap((client, at) =>
        [0, 1].map(async (turn) => {
          const uuid = `w${at}-${turn}`;
          const answer = await client.call('POST', '/api/list-items', { data: { uuid, list: 'weekend' } });
          expect(answer.status).toBe(201);
          return uuid;
        }),
      );
      const uuids = (await Promise.all(written)).sort();
      let first: string | null = null;
      for (const { userId } of everybody) {
        const received: { id: number; uuid: string }[] = [];
        for (let page = await server.services.log.after(userId, 0); page.length > 0; ) {
          received.push(...page.map(({ id, data }) => ({ id, uuid: (JSON.parse(data) as Wire).uuid })));
          page = await server.services.log.after(userId, received.at(-1)?.id ?? 0);
        }
        const words = received.filter(({ uuid }) => uuid.startsWith('w') && uuid !== 'weekend');
        expect(words.map(({ uuid }) => uuid).sort()).toEqual(uuids);
        // The same events in the same order for all.
        first ??= JSON.stringify(words);
        expect(JSON.stringify(words)).toBe(first);
      }
    });

    test('stays whole when members write, join and leave at once', async () => {
      const { server, ania, basia, list, milk } = await startShared();
      const others = await Promise.all(['C', 'D', 'E'].map((name) => signUp(server, name)));
      const { code } = await invite(ania, list);
      const words = Array.from({ length: 10 }, (_, at) => [
        ania.call('POST', '/api/list-items', { data: { uuid: `a${at}`, list: 'weekend' } }),
        basia.call('PUT', `/api/list-items/${milk.documentId}`, { data: { quantity: String(at) } }),
        addList(basia, `own${at}`),
      ]).flat();
      const joins = others.map((client) => accept(client, code));
      for (const answer of await Promise.all(joins)) expect([200, 503]).toContain(answer.status);
      await Promise.all(words);
      const everybody = [ania, basia, ...others];
      const views = await Promise.all(everybody.map((client) => pull(client, 'list-items')));
      for (const [at, client] of everybody.entries()) {
        if ((await pull(client)).every(({ uuid }) => uuid !== 'weekend')) continue;
        expect(views[at]?.map(({ uuid }) => uuid).sort()).toEqual(views[0]?.map(({ uuid }) => uuid).sort());
        const ids = (await server.services.log.after(client.userId, 0)).map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      }
    });
  },
);

test('the demo account shares nothing and keeps its name', async () => {
  const server = await testServer({ demo: true });
  const { addDemoAccount } = await import('../../server/src/demoAccount');
  await addDemoAccount(server.services);
  const { jwt } = (await server.call('POST', '/api/auth/demo')).body as { jwt: string };
  const headers = { authorization: `Bearer ${jwt}` };
  const [list] = recordsOf(await server.call('GET', '/api/lists', undefined, headers));
  for (const [method, url, body] of [
    ['PUT', '/api/users/me', { name: 'Anybody' }],
    ['POST', `/api/lists/${list?.documentId}/invites`, undefined],
    ['POST', '/api/invites/accept', { code: 'any' }],
  ] as const) {
    expect((await server.call(method, url, body, headers)).status).toBe(400);
  }
});

test.each([
  ['', null],
  ['x'.repeat(41), null],
  ['\u200b\u2060 \u00ad', null],
  ['\u202e\u0000', null],
  [7, null],
  ['  Ola  ', 'Ola'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['Jan\tMaria\nRokita', 'Jan Maria Rokita'],
  ['\u202eOla\u0000\u2069', 'Ola'],
])('a name %j is stored as %j', async (name, stored) => {
  const { signUp } = await testServer();
  const client = await signUp('ania');
  const answer = await client.call('PUT', '/api/users/me', { name });
  expect([answer.status, (answer.body as { name?: string }).name ?? null]).toEqual([
    stored === null ? 400 : 200,
    stored,
  ]);
});
