import { describe, expect, test } from '@jest/globals';
import type { ItemId } from '../../src/contract/ids';
import type { ItemRow } from '../../src/contract/records';
import type { SendRequest } from '../../src/sync/wire/call';
import { addList, type Client, recordsOf, type TestServer, testServer, type Wire } from '../server/testServer';
import { anItem, insertOf, itemId, listId, removeOf, updateOf } from '../support/builders';
import { type FakeHost, makeHost, roundOver } from '../support/roundOver';
import { type Copy, copyDatabase, setBackDatabase } from '../support/setBackDatabase';
import { seededRandom } from '../support/simulationRandom';
import { viewOf } from '../support/viewOf';

/**
 * Random histories of three devices and a server that is set back at random: seeded, so that a wrong one can be told again. The
 * number of histories is small here; `SET_BACK_HISTORIES` asks for more.
 */
const HISTORIES = Number(process.env.SET_BACK_HISTORIES ?? 10);
const STEPS = 40;
const ITEM_IDS: readonly ItemId[] = Array.from({ length: 6 }, (_, number) => itemId(number));
const LIST = listId(1);
const START = Date.parse('2026-03-01T08:00:00.000Z');

const sendTo =
  ({ call }: Client): SendRequest =>
  async ({ method, path, body, idempotencyKey }) => {
    const keys: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
    const { status, text, headers } = await call(method, `/api${path}`, body, keys);
    return { status, body: text, header: (name) => (headers[name.toLowerCase()] as string | undefined) ?? null };
  };

/** The wire loses an answer now and then, after the server did what was asked. */
const losing =
  (send: SendRequest, isLost: () => boolean): SendRequest =>
  async (request) => {
    const answer = await send(request);
    if (request.method !== 'GET' && isLost()) throw new Error('answer lost');
    return answer;
  };

interface Device {
  readonly name: string;
  readonly host: FakeHost;
}

const shown = ({ host }: Device, id: ItemId): ItemRow | null =>
  viewOf(host.state(), 'items', LIST, id) as ItemRow | null;

/** What the server has of each item, in the order of the items. */
const onServer = async (person: Client): Promise<readonly (string | null)[]> => {
  const rows: readonly Wire[] = recordsOf(await person.call('GET', '/api/list-items'));
  const alive = new Map(rows.filter(({ deletedAt }) => deletedAt === null).map((row) => [row.uuid, row.description]));
  return ITEM_IDS.map((id) => alive.get(id) ?? null);
};

interface History {
  readonly setBacks: number;
  readonly inserted: ReadonlySet<ItemId>;
  readonly removed: ReadonlySet<ItemId>;
  readonly server: readonly (string | null)[];
  readonly shown: readonly (readonly (string | null)[])[];
  /** What the server had before and after it was set back, where all devices had read and sent all, and have again. */
  readonly kept: readonly (readonly [before: readonly (string | null)[], after: readonly (string | null)[]])[];
}

/** @param isRested whether every device has read and sent all before the server is set back: none knows less than another */
const live = async (seed: number, isRested: boolean): Promise<History> => {
  const random = seededRandom(seed);
  const server: TestServer = await testServer();
  const person = await server.signUp('person');
  await addList(person, LIST);
  const devices: Device[] = ['a', 'b', 'c'].map((name) => ({ name, host: makeHost() }));
  const send = sendTo(person);
  const lossy = losing(send, () => random.chance(0.1));
  const inserted = new Set<ItemId>();
  const removed = new Set<ItemId>();
  const kept: History['kept'][number][] = [];
  let counter = START;
  let setBacks = 0;

  const rest = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) for (const { host } of devices) await roundOver(host, send);
  };

  const act = (device: Device): void => {
    const id = ITEM_IDS[random.below(ITEM_IDS.length)] as ItemId;
    const row = { ...(anItem(0, LIST) as ItemRow), id, description: `word ${counter}` };
    counter += 1;
    if (!shown(device, id)) {
      // A uuid is made once.
      if (inserted.has(id)) return;
      inserted.add(id);
      device.host.type(insertOf(row, counter, device.name));
    } else if (random.chance(0.2)) {
      removed.add(id);
      device.host.type(removeOf(row, counter, device.name));
    } else {
      device.host.type(updateOf(row, { description: row.description }, counter, device.name));
    }
  };

  const setBack = async (copy: Copy): Promise<void> => {
    if (isRested) await rest();
    const before = await onServer(person);
    await setBackDatabase(server.database, copy);
    server.clock.now += 60_000;
    setBacks += 1;
    if (!isRested) return;
    await rest();
    kept.push([before, await onServer(person)]);
  };

  await rest();
  let copy = await copyDatabase(server.database);
  for (let step = 0; step < STEPS; step += 1) {
    server.clock.now += 1000 + random.below(60_000);
    const device = random.pick(devices) as Device;
    const dice = random.below(20);
    if (dice < 9) act(device);
    else if (dice < 17) await roundOver(device.host, lossy, { force: random.chance(0.5) });
    else if (dice < 18) copy = await copyDatabase(server.database);
    else if (step > STEPS / 4) await setBack(copy);
  }
  await rest();
  return {
    setBacks,
    inserted,
    removed,
    server: await onServer(person),
    shown: devices.map((device) => ITEM_IDS.map((id) => shown(device, id)?.description ?? null)),
    kept,
  };
};

describe('random histories in which the server is set back', () => {
  test('given devices in any state, then all end alike, and no item is lost that nobody removed', async () => {
    let setBacks = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { server, ...history } = await live(seed, false);
      setBacks += history.setBacks;
      expect([seed, history.shown]).toEqual([seed, [server, server, server]]);
      const lost = ITEM_IDS.filter(
        (id, at) => history.inserted.has(id) && !history.removed.has(id) && server[at] === null,
      );
      expect([seed, lost]).toEqual([seed, []]);
    }
    expect(setBacks).toBeGreaterThan(HISTORIES / 2);
  }, 1_800_000);

  test('given devices at rest, then the server has the same again: rows, words and removals', async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { kept } = await live(100_000 + seed, true);
      for (const [before, after] of kept) expect([seed, after]).toEqual([seed, before]);
    }
  }, 1_800_000);
});
