import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { purge } from '../../server/src/purge';
import {
  type Answer,
  addItem,
  addList,
  type Client,
  errorOf,
  recordOf,
  recordsOf,
  START,
  testServer,
  type Wire,
} from './testServer';

/** SQLite in memory always; PostgreSQL beside it where the environment names an empty test database. */
const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];

let users = 0;
/** The databases may be shared, so every test has users of its own. */
const newName = (): string => {
  users += 1;
  return `user${users}x${process.pid}x${Date.now()}`;
};

const pull = async ({ call }: Client, collection = 'lists', since = '1970-01-01T00:00:00.000Z'): Promise<Wire[]> =>
  recordsOf(await call('GET', `/api/${collection}?filters[updatedAt][$gte]=${since}`));

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'records (%s)',
  (_name, location) => {
    const start = async () => {
      const server = await testServer({ location });
      return { server, client: await server.signUp(newName()) };
    };

    test('a list without some fields is created with empty ones, and a pull equals the answer', async () => {
      const { client } = await start();
      const answer = await client.call('POST', '/api/lists', { data: { uuid: 'list-1' } });
      expect(answer.status).toBe(201);
      expect(recordOf(answer)).toEqual({
        id: START,
        documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
        uuid: 'list-1',
        name: '',
        icon: 'tomato',
        role: 'owner',
        members: 1,
        createdAt: '2026-03-01T08:00:00.000Z',
        updatedAt: '2026-03-01T08:00:00.000Z',
        deletedAt: null,
      });
      expect(await pull(client)).toEqual([recordOf(answer)]);
    });

    test('an item has its list, a boolean flag, and its text unchanged', async () => {
      const { client } = await start();
      await addList(client, 'list-1');
      const description = 'Bułka 🥐 <b>&"\n\\ '.repeat(500);
      const data = { uuid: 'item-1', list: 'list-1', description, quantity: '2 szt.', done: true };
      const answer = await client.call('POST', '/api/list-items', { data });
      expect(recordOf(answer)).toMatchObject(data);
      expect(await pull(client, 'list-items')).toEqual([recordOf(answer)]);
    });

    test('an item keeps its order, and a tombstone has none', async () => {
      const { client } = await start();
      await addList(client, 'list-1');
      const item = await addItem(client, 'item-1', 'list-1', 'milk');
      expect(item.order).toBe('');
      const path = `/api/list-items/${item.documentId}`;
      const moved = recordOf(await client.call('PUT', path, { data: { order: 'i0VXEx1nQ0V' } }));
      expect(moved).toMatchObject({ order: 'i0VXEx1nQ0V', description: 'milk' });
      expect(await pull(client, 'list-items')).toEqual([moved]);
      expect(recordOf(await client.call('PUT', path, { data: { order: '' } })).order).toBe('');
      await client.call('PUT', path, { data: { order: 'i0VXEx1nQ1' } });
      await client.call('DELETE', path);
      expect(await pull(client, 'list-items')).toMatchObject([{ order: '', deletedAt: expect.any(String) }]);
      expect((await client.call('GET', '/api/capabilities')).body).toMatchObject({ order: true });
    });

    test('given half a surrogate pair, then answer and event equal the later pull', async () => {
      const { server, client } = await start();
      await addList(client, 'list-1');
      const item = await addItem(client, 'item-1', 'list-1', 'cheese \ud83e');
      expect(await pull(client, 'list-items')).toEqual([item]);
      const data = { description: '\udd6b milk' };
      const edited = recordOf(await client.call('PUT', `/api/list-items/${item.documentId}`, { data }));
      expect(await pull(client, 'list-items')).toEqual([edited]);
      expect(recordOf(await client.call('PUT', `/api/list-items/${item.documentId}`, { data }))).toEqual(edited);
      const [, , event] = await server.services.log.after(client.userId, 0);
      expect(JSON.parse(event?.data ?? '')).toEqual(edited);
    });

    test('an update changes the fields it names and nothing else', async () => {
      const { client } = await start();
      const { documentId } = await addList(client, 'list-1', 'Weekend');
      const answer = await client.call('PUT', `/api/lists/${documentId}`, { data: { icon: 'pizza' } });
      expect(recordOf(answer)).toMatchObject({ name: 'Weekend', icon: 'pizza', uuid: 'list-1', documentId });
      expect(recordOf(await client.call('GET', `/api/lists/${documentId}`))).toEqual(recordOf(answer));
    });

    test('given an update without a difference, then updatedAt stays', async () => {
      const { client } = await start();
      const list = await addList(client, 'list-1', 'Weekend');
      const answer = await client.call('PUT', `/api/lists/${list.documentId}`, { data: { name: 'Weekend' } });
      expect(recordOf(answer)).toEqual(list);
    });

    test('creating twice makes one row, and the second answer is the row', async () => {
      const { client } = await start();
      const list = await addList(client, 'list-1', 'Weekend');
      const again = await client.call('POST', '/api/lists', { data: { uuid: 'list-1', name: 'Other' } });
      expect(again.status).toBe(200);
      expect(recordOf(again)).toEqual(list);
    });

    test('ten creates of one uuid at once make one row', async () => {
      const { client } = await start();
      const names = Array.from({ length: 10 }, (_, at) => `name ${at}`);
      const answers = await Promise.all(
        names.map((name) => client.call('POST', '/api/lists', { data: { uuid: 'race', name } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
      expect(new Set(answers.map((answer) => recordOf(answer).documentId)).size).toBe(1);
      expect(await pull(client)).toHaveLength(1);
    });

    test('a removed row becomes a tombstone without the text of the person', async () => {
      const { client } = await start();
      const list = await addList(client, 'list-1', 'Secret');
      expect((await client.call('DELETE', `/api/lists/${list.documentId}`)).status).toBe(204);
      const [tombstone] = await pull(client);
      expect(tombstone).toMatchObject({ uuid: 'list-1', documentId: list.documentId, name: '' });
      expect(tombstone?.deletedAt).toBe(tombstone?.updatedAt);
    });

    test('given a tombstone, then a removal is answered 204, an update 404, and a create with the tombstone', async () => {
      const { client } = await start();
      const { documentId } = await addList(client, 'list-1');
      const path = `/api/lists/${documentId}`;
      await client.call('DELETE', path);
      const [tombstone] = await pull(client);
      expect((await client.call('DELETE', path)).status).toBe(204);
      expect((await client.call('GET', path)).status).toBe(404);
      expect((await client.call('PUT', path, { data: { name: 'Zombie' } })).status).toBe(404);
      const created = await client.call('POST', '/api/lists', { data: { uuid: 'list-1', name: 'Zombie' } });
      expect(created.status).toBe(200);
      expect(recordOf(created)).toEqual(tombstone);
      expect(await pull(client)).toEqual([tombstone]);
    });

    test('removing a list removes its items, and leaves the items of other lists', async () => {
      const { client } = await start();
      const { documentId } = await addList(client, 'list-1');
      await addList(client, 'list-2');
      await addItem(client, 'item-1', 'list-1');
      await addItem(client, 'item-2', 'list-1');
      await addItem(client, 'item-3', 'list-2');
      await client.call('DELETE', `/api/lists/${documentId}`);
      const items = await pull(client, 'list-items');
      expect(items.map(({ uuid, deletedAt }) => [uuid, deletedAt !== null])).toEqual([
        ['item-1', true],
        ['item-2', true],
        ['item-3', false],
      ]);
    });

    test('an item is created only in a list that exists', async () => {
      const { client } = await start();
      const { documentId } = await addList(client, 'list-1');
      await client.call('DELETE', `/api/lists/${documentId}`);
      for (const list of ['list-1', 'never-was']) {
        const answer = await client.call('POST', '/api/list-items', { data: { uuid: 'late', list } });
        expect(errorOf(answer)).toMatchObject({ status: 404, name: 'NotFoundError' });
      }
      expect(await pull(client, 'list-items')).toEqual([]);
    });

    test('the rows of another user do not exist', async () => {
      const { server, client } = await start();
      const thief = await server.signUp(newName());
      const list = await addList(client, 'list-1', 'Mine');
      const item = await addItem(client, 'item-1', 'list-1');
      const attempts = [
        thief.call('GET', `/api/lists/${list.documentId}`),
        thief.call('PUT', `/api/lists/${list.documentId}`, { data: { name: 'Stolen' } }),
        thief.call('DELETE', `/api/lists/${list.documentId}`),
        thief.call('PUT', `/api/list-items/${item.documentId}`, { data: { done: true } }),
        thief.call('DELETE', `/api/list-items/${item.documentId}`),
        thief.call('POST', '/api/list-items', { data: { uuid: 'item-9', list: 'list-1' } }),
      ];
      for (const attempt of attempts) expect((await attempt).status).toBe(404);
      const patch = {
        data: [
          { documentId: list.documentId, name: 'Stolen' },
          { uuid: 'list-1', name: 'Stolen' },
        ],
      };
      const patched = await thief.call('PATCH', '/api/lists/patch', patch);
      expect(patched.body).toMatchObject({ data: [], meta: { rejected: [{ status: 404 }, { status: 404 }] } });
      expect(await pull(thief)).toEqual([]);
      expect(await pull(client)).toEqual([list]);
    });

    test('two users may use the same uuid', async () => {
      const { server, client } = await start();
      const other = await server.signUp(newName());
      await addList(client, 'list-1', 'Mine');
      await addList(other, 'list-1', 'Theirs');
      expect((await pull(client)).map(({ name }) => name)).toEqual(['Mine']);
      expect((await pull(other)).map(({ name }) => name)).toEqual(['Theirs']);
    });

    test('a batch applies the good entries and names the bad ones', async () => {
      const { client } = await start();
      const one = await addList(client, 'list-1', 'One');
      await addList(client, 'list-2', 'Two');
      const gone = await addList(client, 'list-3', 'Three');
      await client.call('DELETE', `/api/lists/${gone.documentId}`);
      const data = [
        { documentId: one.documentId, uuid: 'list-1', name: 'First' },
        { uuid: 'list-2', icon: 'pill' },
        { uuid: 'list-2', colour: 'red' },
        { uuid: 'list-3', name: 'Zombie' },
        { documentId: one.documentId, uuid: 'list-2', name: 'Mixed up' },
        { name: 'nobody' },
        'not an entry',
      ];
      const answer = await client.call('PATCH', '/api/lists/patch', { data });
      expect(answer.status).toBe(200);
      expect(recordsOf(answer).map(({ uuid, name, icon }) => [uuid, name, icon])).toEqual([
        ['list-1', 'First', 'tomato'],
        ['list-2', 'Two', 'pill'],
      ]);
      const { rejected } = (answer.body as { meta: { rejected: { uuid: string; status: number }[] } }).meta;
      expect(rejected.map(({ uuid, status }) => [uuid, status])).toEqual([
        ['list-2', 400],
        ['list-3', 404],
        ['list-2', 400],
        [null, 400],
        [null, 400],
      ]);
    });

    test('a pull from a moment includes the row of that moment and leaves out the older ones', async () => {
      const { client } = await start();
      await addList(client, 'list-1');
      const second = await addList(client, 'list-2');
      expect((await pull(client, 'lists', second.updatedAt)).map(({ uuid }) => uuid)).toEqual(['list-2']);
      const encoded = `filters%5BupdatedAt%5D%5B%24gte%5D=${encodeURIComponent(second.updatedAt)}`;
      expect(recordsOf(await client.call('GET', `/api/lists?${encoded}`))).toHaveLength(1);
    });

    test('a pull is one page unless pages are asked for', async () => {
      const { client } = await start();
      for (let at = 0; at < 60; at += 1) await addList(client, `list-${at}`);
      const whole = await client.call('GET', '/api/lists');
      expect(recordsOf(whole)).toHaveLength(60);
      expect(whole.body).toMatchObject({ meta: { pagination: { page: 1, pageCount: 1, total: 60 } } });
      const paged = await client.call('GET', '/api/lists?pagination[page]=2&pagination[pageSize]=25&sort=id:asc');
      expect(recordsOf(paged).map(({ uuid }) => uuid)).toEqual(
        Array.from({ length: 25 }, (_, at) => `list-${at + 25}`),
      );
      expect(paged.body).toMatchObject({ meta: { pagination: { page: 2, pageSize: 25, pageCount: 3, total: 60 } } });
      const behind = await client.call('GET', '/api/lists?pagination[page]=9&pagination[pageSize]=25');
      expect(recordsOf(behind)).toEqual([]);
    });

    test('a look-up by uuid finds exactly those, in either spelling', async () => {
      const { client } = await start();
      for (const uuid of ['a', 'b', 'c']) await addList(client, uuid);
      for (const query of [
        'filters[uuid][$in][0]=a&filters[uuid][$in][1]=c&filters[uuid][$in][2]=zzz',
        'filters[uuid][$in]=a&filters[uuid][$in]=c',
        'filters[uuid][$in][]=a&filters[uuid][$in][]=c',
      ]) {
        const found = recordsOf(await client.call('GET', `/api/lists?${query}`));
        expect(found.map(({ uuid }) => uuid)).toEqual(['a', 'c']);
      }
    });

    test('the order can be asked for', async () => {
      const { client } = await start();
      const first = await addList(client, 'a');
      await addList(client, 'b');
      await client.call('PUT', `/api/lists/${first.documentId}`, { data: { name: 'edited' } });
      const uuids = async (sort: string) =>
        recordsOf(await client.call('GET', `/api/lists?sort=${sort}`)).map(({ uuid }) => uuid);
      expect(await uuids('id:asc')).toEqual(['a', 'b']);
      expect(await uuids('id:desc')).toEqual(['b', 'a']);
      expect(await uuids('updatedAt:asc')).toEqual(['b', 'a']);
      expect(await uuids('updatedAt')).toEqual(['b', 'a']);
    });

    test('given no change since, then a pull is answered 304 without a body', async () => {
      const { server, client } = await start();
      await addList(client, 'list-1');
      const first = await client.call('GET', '/api/lists');
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const headers = { 'if-none-match': String(first.headers.etag) };
      const second = await client.call('GET', '/api/lists', undefined, headers);
      expect([second.status, second.text]).toEqual([304, '']);
      await addItem(client, 'item-1', 'list-1');
      expect((await client.call('GET', '/api/lists', undefined, headers)).status).toBe(200);
      const tag = String((await client.call('GET', '/api/lists')).headers.etag);
      for (const named of [`"other", ${tag}`, `${tag.replace('W/', '')},W/"other"`, '*']) {
        const answer = await client.call('GET', '/api/lists', undefined, { 'if-none-match': named });
        expect([named, answer.status]).toEqual([named, 304]);
      }
      for (const named of ['"other"', tag.replace(/"/g, ''), '']) {
        const answer = await client.call('GET', '/api/lists', undefined, { 'if-none-match': named });
        expect([named, answer.status]).toEqual([named, 200]);
      }
      const other = await server.signUp(newName());
      expect((await other.call('GET', '/api/lists', undefined, headers)).status).toBe(200);
    });

    const metaOf = ({ body }: Answer) => (body as { meta: { total: number; clock: string } }).meta;

    test('every list answer says how many rows it has in all pages', async () => {
      const { client } = await start();
      const removed = await addList(client, 'list-0');
      for (let at = 1; at < 30; at += 1) await addList(client, `list-${at}`);
      await client.call('DELETE', `/api/lists/${removed.documentId}`);
      const [last] = (await pull(client)).slice(-1);
      const totalOf = async (query: string) => {
        const answer = await client.call('GET', `/api/lists?${query}`);
        return [recordsOf(answer).length, metaOf(answer).total];
      };
      expect(await totalOf('')).toEqual([30, 30]);
      expect(await totalOf(`filters[updatedAt][$gte]=${last?.updatedAt}`)).toEqual([2, 2]);
      expect(await totalOf('filters[updatedAt][$gte]=2099-01-01T00:00:00.000Z')).toEqual([0, 0]);
      expect(await totalOf('filters[uuid][$in][0]=list-3&filters[uuid][$in][1]=unknown')).toEqual([1, 1]);
      expect(await totalOf('pagination[page]=1&pagination[pageSize]=20')).toEqual([20, 30]);
      expect(await totalOf('pagination[page]=2&pagination[pageSize]=20')).toEqual([10, 30]);
      expect(await totalOf('pagination[page]=3&pagination[pageSize]=20')).toEqual([0, 30]);
    });

    test('every list answer has the greatest updatedAt that the user ever got', async () => {
      const { client } = await start();
      const clockOf = async (path: string) => metaOf(await client.call('GET', `/api/${path}`)).clock;
      expect(await clockOf('lists')).toBe('1970-01-01T00:00:00.000Z');
      const list = await addList(client, 'list-1');
      const item = await addItem(client, 'item-1', 'list-1');
      for (const path of [
        'lists',
        'list-items',
        `lists?filters[updatedAt][$gte]=${item.updatedAt}`,
        'list-items?filters[updatedAt][$gte]=2099-01-01T00:00:00.000Z',
        'lists?filters[uuid][$in][0]=unknown',
        'list-items?pagination[page]=2&pagination[pageSize]=1',
      ]) {
        expect([path, await clockOf(path)]).toEqual([path, item.updatedAt]);
      }
      await client.call('DELETE', `/api/lists/${list.documentId}`);
      const [tombstone] = await pull(client);
      expect(await clockOf('list-items')).toBe(tombstone?.updatedAt);
    });

    test('every list answer says since when no tombstone was purged', async () => {
      const { server, client } = await start();
      const since = async () =>
        Date.parse(
          ((await client.call('GET', '/api/lists')).body as { meta: { removalsSince: string } }).meta.removalsSince,
        );
      const { documentId } = await addList(client, 'list-1');
      await client.call('DELETE', `/api/lists/${documentId}`);
      const [tombstone] = await pull(client);
      server.clock.now = Date.parse(tombstone?.updatedAt ?? '') + 29 * 24 * 60 * 60 * 1000;
      expect(await since()).toBeLessThan(Date.parse(tombstone?.updatedAt ?? ''));
      // A process whose clock is a little ahead purges, and what is told still holds.
      const pulled = await since();
      await purge(server.database, pulled + 90 * 24 * 60 * 60 * 1000);
      expect(await pull(client, 'lists', new Date(pulled).toISOString())).toEqual([tombstone]);
    });

    test('the clock is per user, and stays after the newest row was purged', async () => {
      const { server, client } = await start();
      const { documentId } = await addList(client, 'list-1');
      await client.call('DELETE', `/api/lists/${documentId}`);
      const [tombstone] = await pull(client);
      await purge(server.database, server.clock.now + 91 * 24 * 60 * 60 * 1000);
      const purged = await client.call('GET', '/api/lists?sort=id');
      expect([recordsOf(purged), metaOf(purged).clock]).toEqual([[], tombstone?.updatedAt]);
      const other = await server.signUp(newName());
      expect(metaOf(await other.call('GET', '/api/lists')).clock).toBe('1970-01-01T00:00:00.000Z');
    });

    test('a row that is committed while an answer is made is never newer than the answer’s clock', async () => {
      const { server, client } = await start();
      const { documentId } = await addList(client, 'list-1');
      const { since } = server.services.records;
      Object.assign(server.services.records, {
        since: async (...asked: Parameters<typeof since>) => {
          server.services.records.since = since;
          await client.call('PUT', `/api/lists/${documentId}`, { data: { name: 'written meanwhile' } });
          return since(...asked);
        },
      });
      const answer = await client.call('GET', '/api/lists');
      const [row] = recordsOf(answer);
      expect([row?.name, metaOf(answer).clock]).toEqual(['written meanwhile', row?.updatedAt]);
      expect(metaOf(await client.call('GET', '/api/lists')).clock).toBe(row?.updatedAt);
    });

    test('given a newer clock, then the answer is not 304', async () => {
      const { client } = await start();
      const list = await addList(client, 'list-1');
      const kept = await client.call('GET', '/api/lists');
      const headers = { 'if-none-match': String(kept.headers.etag) };
      expect((await client.call('GET', '/api/lists', undefined, headers)).status).toBe(304);
      const { updatedAt } = await addItem(client, 'item-1', 'list-1');
      const anew = await client.call('GET', '/api/lists', undefined, headers);
      expect([anew.status, metaOf(kept).clock, metaOf(anew).clock]).toEqual([200, list.updatedAt, updatedAt]);
    });

    test('given a machine clock that jumps back or stops, then updatedAt still grows with each write', async () => {
      const { server, client } = await start();
      const moments: string[] = [];
      const { documentId, updatedAt } = await addList(client, 'list-1');
      moments.push(updatedAt);
      for (let at = 0; at < 20; at += 1) {
        server.clock.now += at % 3 === 0 ? -3_600_000 : at % 3;
        const answer = await client.call('PUT', `/api/lists/${documentId}`, { data: { name: `name ${at}` } });
        moments.push(recordOf(answer).updatedAt);
      }
      expect(moments).toEqual([...new Set(moments)].sort());
    });

    test('writes at the same moment have each their own updatedAt, and a pull from any of them misses none after it', async () => {
      const { client } = await start();
      const names = Array.from({ length: 30 }, (_, at) => `list-${at}`);
      const made = await Promise.all(names.map((uuid) => addList(client, uuid)));
      const moments = made.map(({ updatedAt }) => updatedAt).sort();
      expect(new Set(moments).size).toBe(30);
      expect(await pull(client, 'lists', moments[10])).toHaveLength(20);
    });

    test('the purge deletes tombstones after ninety days, and no other row', async () => {
      const { server, client } = await start();
      const gone = await addList(client, 'gone');
      await addList(client, 'kept');
      await client.call('DELETE', `/api/lists/${gone.documentId}`);
      const days = 24 * 60 * 60 * 1000;
      await purge(server.database, server.clock.now + 89 * days);
      expect((await pull(client)).map(({ uuid }) => uuid)).toEqual(['gone', 'kept']);
      await purge(server.database, server.clock.now + 91 * days);
      const whole = await client.call('GET', '/api/lists?sort=id');
      expect(recordsOf(whole).map(({ uuid }) => uuid)).toEqual(['kept']);
    });
  },
);

for (const location of LOCATIONS.filter((location) => location !== ':memory:')) {
  test('given a frozen process that holds the lock of one user, then the others can write', async () => {
    const server = await testServer({ location });
    const name = `frozen${process.pid}x${Date.now()}`;
    const [ania, ola] = [await server.signUp(name), await server.signUp(`other${name}`)];
    await addList(ola, 'own');
    // Another process, stopped in the middle of a write of Ania's.
    const frozen = new pg.Client({ connectionString: location });
    await frozen.connect();
    await frozen.query('begin');
    await frozen.query('select clock from users where id = $1 for update', [ania.userId]);
    // Her devices try again and again; who gives up an answer does not give back the connection.
    const tries = Array.from({ length: 25 }, (_, at) => addList(ania, `list-${at}`).catch(() => null));
    // A client of its own: within a transaction PostgreSQL tells the same activity again and again.
    const watcher = new pg.Client({ connectionString: location });
    await watcher.connect();
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await watcher.query(waiting)).rowCount === 0);
    await watcher.end();
    const waited = new Promise((resolve) => setTimeout(resolve, 15_000, 'no answer'));
    const answer = await Promise.race([ola.call('GET', '/api/lists').then(({ status }) => status), waited]);
    await frozen.query('rollback');
    await frozen.end();
    await Promise.all(tries);
    expect(answer).toBe(200);
  });

  test('given a lock that is not released in time, then the answer is 503, not a refusal', async () => {
    const server = await testServer({ location });
    const ania = await server.signUp(`waiting${process.pid}x${Date.now()}`);
    const frozen = new pg.Client({ connectionString: location });
    await frozen.connect();
    await frozen.query('begin');
    await frozen.query('select clock from users where id = $1 for update', [ania.userId]);
    const data = { uuid: '0193d5a0-0000-7000-8000-000000000001', name: 'Zakupy', icon: 'tomato' };
    const { status } = await ania.call('POST', '/api/lists', { data });
    await frozen.query('rollback');
    await frozen.end();
    expect(status).toBe(503);
  });
}
