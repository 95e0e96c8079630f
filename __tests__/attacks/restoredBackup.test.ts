import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { purge } from '../../server/src/purge';
import type { ItemId, ListId, RowId } from '../../src/contract/ids';
import type { Fields } from '../../src/contract/records';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, emptyLog } from '../../src/sync/model/syncState';
import type { SendRequest } from '../../src/sync/wire/call';
import { addItem, addList, type Client, recordsOf, type TestServer, testServer, type Wire } from '../server/testServer';
import { aList, anItem, insertOf, itemId, listId, pulledState, removeOf, updateOf } from '../support/builders';
import { makeProvider } from '../support/modelProvider';
import { type FakeHost, makeHost, roundOver, scriptedWire } from '../support/roundOver';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';
import { viewOf } from '../support/viewOf';

/** The operator restores an older copy of the server's database. What the devices know above it comes back. */

const LIST = listId(1);
const MILK = itemId(1);
const A_MINUTE = 60_000;

interface World {
  readonly server: TestServer;
  readonly person: Client;
  readonly send: SendRequest;
  /** The rows alive on the server. */
  readonly alive: (collection: 'lists' | 'list-items') => Promise<readonly Wire[]>;
  readonly copy: () => Promise<() => Promise<void>>;
}

const sendTo =
  ({ call }: Client): SendRequest =>
  async ({ method, path, body, idempotencyKey }) => {
    const keys: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
    const { status, text, headers } = await call(method, `/api${path}`, body, keys);
    return { status, body: text, header: (name) => (headers[name.toLowerCase()] as string | undefined) ?? null };
  };

const startWorld = async (): Promise<World> => {
  const server = await testServer();
  const person = await server.signUp('person');
  return {
    server,
    person,
    send: sendTo(person),
    alive: async (collection) =>
      recordsOf(await person.call('GET', `/api/${collection}`)).filter(({ deletedAt }) => deletedAt === null),
    copy: async () => {
      const copy = await copyDatabase(server.database);
      server.clock.now += A_MINUTE;
      return async () => {
        await setBackDatabase(server.database, copy);
        server.clock.now += A_MINUTE;
      };
    },
  };
};

/** A server with one list and its milk. */
const milkWorld = async (): Promise<World> => {
  const world = await startWorld();
  await addList(world.person, LIST);
  await addItem(world.person, MILK, LIST, 'milk');
  return world;
};

const pulled = async (world: World): Promise<FakeHost> => {
  const device = makeHost();
  await roundOver(device, world.send);
  return device;
};

const edit = async (world: World, id: ItemId, data: Fields): Promise<void> => {
  const row = (await world.alive('list-items')).find(({ uuid }) => uuid === id);
  await world.person.call('PUT', `/api/list-items/${row?.documentId}`, { data });
};

const seen = (device: FakeHost, id: RowId, list: ListId = LIST) =>
  viewOf(device.state(), id === list ? 'lists' : 'items', list, id);

const words = async (world: World): Promise<readonly (string | undefined)[]> =>
  (await world.alive('list-items')).map(({ description }) => description).sort();

/** The first token has run out by then. */
const signedInAnew = async ({ server, person }: World): Promise<Client> => {
  const account = { identifier: 'person@example.com', password: 'person secret' };
  const { body } = await server.call('POST', '/api/auth/local', account);
  const { jwt } = body as { jwt: string };
  return { ...person, call: (method, url, sent) => server.call(method, url, sent, { authorization: `Bearer ${jwt}` }) };
};

let acts = 0;
/** The counter of the next act: it stands above all that this device did. */
const next = (): number => {
  acts += 1;
  return Date.parse('2026-03-01T08:00:00.000Z') + acts;
};

describe('after the server was set back', () => {
  test('rows that were made since stand there again, list first, and the person sees them all along', async () => {
    const world = await startWorld();
    const setBack = await world.copy();
    await addList(world.person, LIST, 'Weekend');
    await addItem(world.person, MILK, LIST, 'milk');
    const device = await pulled(world);
    await setBack();
    expect(await world.alive('lists')).toEqual([]);
    expect(await roundOver(device, world.send)).toEqual({ kind: 'done' });
    expect(await world.alive('lists')).toMatchObject([{ uuid: LIST, name: 'Weekend' }]);
    expect(await world.alive('list-items')).toMatchObject([{ uuid: MILK, list: LIST, description: 'milk' }]);
    expect(seen(device, MILK)).toMatchObject({ description: 'milk' });
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('an item that was deleted since is deleted again, also when a whole pull came in between', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    const device = await pulled(world);
    device.type(removeOf(anItem(1, LIST), next()));
    await roundOver(device, world.send);
    await roundOver(device, world.send);
    await setBack();
    expect(await words(world)).toEqual(['milk']);
    await roundOver(device, world.send);
    expect(await words(world)).toEqual([]);
    expect(seen(device, MILK)).toBeNull();
  });

  test('an item that another device deleted is deleted again by one that only heard of it', async () => {
    const world = await milkWorld();
    const device = await pulled(world);
    const setBack = await world.copy();
    const [milk] = await world.alive('list-items');
    await world.person.call('DELETE', `/api/list-items/${milk?.documentId}`);
    await roundOver(device, world.send);
    await setBack();
    await roundOver(device, world.send);
    expect(await words(world)).toEqual([]);
  });

  test('an item that others made and deleted unseen by this device, around the copy, is deleted again', async () => {
    const world = await milkWorld();
    const device = await pulled(world);
    await addItem(world.person, itemId(2), LIST, 'oat');
    const setBack = await world.copy();
    const oat = (await world.alive('list-items')).find(({ uuid }) => uuid === itemId(2));
    await world.person.call('DELETE', `/api/list-items/${oat?.documentId}`);
    await roundOver(device, world.send);
    await setBack();
    await roundOver(device, world.send);
    expect(await words(world)).toEqual(['milk']);
  });

  test('rows that a device made before it ever read a row come back', async () => {
    const world = await startWorld();
    const device = await pulled(world);
    const setBack = await world.copy();
    device.type(insertOf(aList(1), next()), insertOf(anItem(1, LIST, { description: 'milk' }), next()));
    await roundOver(device, world.send);
    await setBack();
    await roundOver(device, world.send);
    expect(await words(world)).toEqual(['milk']);
  });

  test('a list that was deleted since goes again with its items', async () => {
    const world = await milkWorld();
    const device = await pulled(world);
    const setBack = await world.copy();
    const [list] = await world.alive('lists');
    await world.person.call('DELETE', `/api/lists/${list?.documentId}`);
    await roundOver(device, world.send);
    await setBack();
    await roundOver(device, world.send);
    expect([await world.alive('lists'), await words(world)]).toEqual([[], []]);
    expect(seen(device, LIST)).toBeNull();
  });

  test('an edit that was made since is made again, and only its own fields', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await edit(world, MILK, { description: 'oat' });
    const device = await pulled(world);
    await setBack();
    await edit(world, MILK, { quantity: '2 l' });
    // It was edited after the copy: that word is the newer one, and stands.
    await roundOver(device, world.send);
    expect(await world.alive('list-items')).toMatchObject([{ description: 'milk', quantity: '2 l' }]);

    await edit(world, MILK, { description: 'oat' });
    const again = await world.copy();
    await edit(world, MILK, { done: true });
    await roundOver(device, world.send);
    await again();
    await roundOver(device, world.send);
    expect(await world.alive('list-items')).toMatchObject([{ description: 'oat', quantity: '2 l', done: true }]);
  });

  test('an unsent edit of a row stays above what base gives back: soy, not oat', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await edit(world, MILK, { description: 'oat', quantity: '1 l' });
    const device = await pulled(world);
    await setBack();
    device.type(updateOf(anItem(1, LIST), { description: 'soy' }, next()));
    await roundOver(device, world.send);
    expect(await world.alive('list-items')).toMatchObject([{ description: 'soy', quantity: '1 l' }]);
    expect(seen(device, MILK)).toMatchObject({ description: 'soy', quantity: '1 l' });
  });

  test('an unsent edit of a row that vanished makes the row with the edit', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    const device = await pulled(world);
    await setBack();
    device.type(updateOf(anItem(2, LIST), { description: 'soy' }, next()));
    expect(await roundOver(device, world.send, { force: false })).toEqual({ kind: 'done' });
    expect(await words(world)).toEqual(['milk', 'soy']);
  });

  test('an unanswered edit that had arrived before stays above what base gives back', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await edit(world, MILK, { description: 'oat' });
    const device = await pulled(world);
    device.type(updateOf(anItem(1, LIST), { description: 'soy' }, next()));
    const { send } = world;
    let isLost = false;
    const losing: SendRequest = async (request) => {
      const answer = await send(request);
      if (request.method !== 'PUT' || isLost) return answer;
      isLost = true;
      throw new Error('answer lost');
    };
    expect(await roundOver(device, losing)).toMatchObject({ kind: 'failed', stage: 'push' });
    await setBack();
    for (let round = 0; round < 3; round += 1) await roundOver(device, send);
    expect(await words(world)).toEqual(['soy']);
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('a delta pull sees it by the clock, and reads everything before anything is sent', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    const device = await pulled(world);
    await setBack();
    expect(await roundOver(device, world.send, { force: false })).toEqual({ kind: 'done' });
    expect(await words(world)).toEqual(['milk', 'oat']);
    expect(device.eventsOf('sync/serverSetBack')).toHaveLength(1);
  });

  test('a write of this device above its cursor tells a delta pull as well', async () => {
    const world = await milkWorld();
    const device = await pulled(world);
    const setBack = await world.copy();
    device.type(insertOf(anItem(2, LIST, { description: 'oat' }), next()));
    await roundOver(device, world.send, { force: false });
    await setBack();
    await roundOver(device, world.send, { force: false });
    expect(await words(world)).toEqual(['milk', 'oat']);
  });

  test('one device restores, and the second one finds it there and sends nothing', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    await edit(world, MILK, { description: 'soy' });
    const [first, second] = [await pulled(world), await pulled(world)];
    await setBack();
    await roundOver(first, world.send);
    const writes: string[] = [];
    const watched: SendRequest = (request) => {
      if (request.method !== 'GET') writes.push(request.path);
      return world.send(request);
    };
    await roundOver(second, watched);
    expect(writes).toEqual([]);
    expect(second.eventsOf('sync/serverSetBack')).toEqual([]);
    expect(await words(world)).toEqual(['oat', 'soy']);
  });

  test('given a row made again that is removed here before it was sent, then no other device brings it back', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    // The list's name goes first, and does not get through: nothing is sent of the item.
    const [list] = await world.alive('lists');
    await world.person.call('PUT', `/api/lists/${list?.documentId}`, { data: { name: 'Party' } });
    await addItem(world.person, itemId(2), LIST, 'oat');
    const [here, other] = [await pulled(world), await pulled(world)];
    await setBack();
    const noWrites: SendRequest = (request) =>
      request.method === 'GET' ? world.send(request) : Promise.reject(new Error('no network'));
    expect(await roundOver(here, noWrites)).toMatchObject({ kind: 'failed', stage: 'push' });
    here.type(removeOf(anItem(2, LIST), next()));
    await roundOver(here, world.send);
    await roundOver(here, world.send);
    await roundOver(other, world.send);
    await roundOver(here, world.send);
    expect(await words(world)).toEqual(['milk']);
    expect(allChanges(here.state().log)).toEqual([]);
  });

  test('two devices that see it at once make each row once', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    await edit(world, MILK, { description: 'soy' });
    const devices = [await pulled(world), await pulled(world)];
    await setBack();
    // Both have read before either sends.
    let reading = devices.length;
    let go = (): void => undefined;
    const haveRead = new Promise<void>((resolve) => {
      go = resolve;
    });
    const together = (): SendRequest => {
      let isFirstWrite = true;
      return async (request) => {
        if (request.method !== 'GET' && isFirstWrite) {
          isFirstWrite = false;
          reading -= 1;
          if (reading === 0) go();
          await haveRead;
        }
        return world.send(request);
      };
    };
    const ends = await Promise.all(devices.map((device) => roundOver(device, together())));
    expect(ends).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(devices.map((device) => device.eventsOf('sync/serverSetBack').length)).toEqual([1, 1]);
    for (const device of devices) await roundOver(device, world.send);
    expect(await words(world)).toEqual(['oat', 'soy']);
    for (const device of devices) expect(seen(device, MILK)).toMatchObject({ description: 'soy' });
  });

  test('rows come back also when somebody wrote first, and the clock is past all that this device knows', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    const device = await pulled(world);
    await setBack();
    await addItem(world.person, itemId(3), LIST, 'tea');
    await roundOver(device, world.send);
    expect(await words(world)).toEqual(['milk', 'oat', 'tea']);
  });

  test('an edit of a forgotten row is kept, though the server answers 404 and has nothing under its uuid', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    const device = await pulled(world);
    await setBack();
    // The clock is past all that the device knows, so that its delta pull sees nothing.
    await addItem(world.person, itemId(3), LIST, 'tea');
    device.type(updateOf(anItem(2, LIST), { description: 'oat drink' }, next()));
    expect(await roundOver(device, world.send, { force: false })).toMatchObject({ kind: 'failed', stage: 'push' });
    expect(seen(device, itemId(2))).toMatchObject({ description: 'oat drink' });
    expect(await roundOver(device, world.send)).toEqual({ kind: 'done' });
    expect(await words(world)).toEqual(['milk', 'oat drink', 'tea']);
  });

  test('killed between the changes and the new base, the device goes on where it was', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    await edit(world, MILK, { description: 'soy' });
    const device = await pulled(world);
    const before = device.state().base;
    await setBack();
    await roundOver(device, world.send);
    const made = device.eventsOf('sync/serverSetBack').flatMap(({ payload }) => payload.changes);
    expect(made).toHaveLength(2);
    // The server is set back once more, and the disk of the killed device has its old base and the changes.
    await setBack();
    const woken = makeHost({ base: before, log: emptyLog });
    await woken.host.apply(syncEvent('sync/serverSetBack', { changes: made }));
    expect(seen(woken, MILK)).toMatchObject({ description: 'soy' });
    await roundOver(woken, world.send);
    expect(woken.eventsOf('sync/serverSetBack')).toHaveLength(1);
    expect(await words(world)).toEqual(['oat', 'soy']);
    expect(allChanges(woken.state().log)).toEqual([]);
  });

  test('the same event twice, or late, makes nothing twice', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await addItem(world.person, itemId(2), LIST, 'oat');
    const device = await pulled(world);
    await setBack();
    await roundOver(device, world.send);
    const [event] = device.eventsOf('sync/serverSetBack');
    if (!event) throw new Error('nothing was made of base');
    const rows = (await world.alive('list-items')).map(({ updatedAt }) => updatedAt);
    await device.host.apply(event);
    await device.host.apply(event);
    await roundOver(device, world.send);
    expect((await world.alive('list-items')).map(({ updatedAt }) => updatedAt)).toEqual(rows);
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('it may be set back twice, to the same copy', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    await edit(world, MILK, { description: 'oat' });
    const device = await pulled(world);
    for (let time = 0; time < 3; time += 1) {
      await setBack();
      await roundOver(device, world.send);
      expect(await words(world)).toEqual(['oat']);
    }
  });

  test('the cursor goes back with the server, and a rest costs no whole pull', async () => {
    const world = await milkWorld();
    const setBack = await world.copy();
    const device = await pulled(world);
    await addItem(world.person, itemId(2), LIST, 'oat');
    const [oat] = (await world.alive('list-items')).slice(-1);
    await world.person.call('DELETE', `/api/list-items/${oat?.documentId}`);
    await roundOver(device, world.send);
    await setBack();
    await roundOver(device, world.send);
    const reads: string[] = [];
    await roundOver(
      device,
      (request) => {
        reads.push(request.path);
        return world.send(request);
      },
      { force: false },
    );
    expect(reads.filter((path) => path.includes('1970-01-01'))).toEqual([]);
  });

  test('who was away for longer than tombstones are kept takes what is absent for removed', async () => {
    const world = await milkWorld();
    const device = await pulled(world);
    const [milk] = await world.alive('list-items');
    await world.person.call('DELETE', `/api/list-items/${milk?.documentId}`);
    world.server.clock.now += 100 * 24 * 60 * A_MINUTE;
    await purge(world.server.database, world.server.clock.now);
    await roundOver(device, sendTo(await signedInAnew(world)));
    expect(seen(device, MILK)).toBeNull();
    const { rows } = await sql`select uuid from items where deleted_at is null`.execute(world.server.database.db);
    expect(rows).toEqual([]);
    expect(device.eventsOf('sync/serverSetBack')).toEqual([]);
  });

  test('with a provider that does not tell its clock a whole pull stays the truth', async () => {
    const provider = makeProvider('strapi');
    provider.put('lists', { uuid: LIST, name: 'Weekend', icon: 'cat' });
    const device = makeHost(pulledState);
    await roundOver(device, scriptedWire(provider));
    const other = makeProvider('strapi');
    await roundOver(device, scriptedWire(other));
    expect(seen(device, LIST)).toBeNull();
    expect(device.eventsOf('sync/serverSetBack')).toEqual([]);
  });
});
