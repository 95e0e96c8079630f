import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { selectFirstError } from '../../src/store/state/errorsSlice';
import { ROUND_STALL_MS } from '../../src/sync/wire/timing';
import {
  allSent,
  attackWorld,
  countSent,
  createsOf,
  first,
  isPull,
  openPulled,
  settle,
  sync,
  unsent,
} from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { failIf, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

/** The next pull gets its answer when the test says. */
const holdPull = () => {
  let release = (): void => undefined;
  let isAsked = false;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.server.wire = first(isPull, async (_request, send) => {
    isAsked = true;
    await released;
    return send();
  });
  return {
    release: () => release(),
    isAsked: () =>
      eventually(
        () => isAsked,
        (now) => now,
      ),
  };
};

const pullsFromTheBeginning = (): number =>
  world.server.seen.filter(({ method, path }) => method === 'GET' && path.includes('1970-01-01')).length;

describe('a round asked for while one runs', () => {
  test('reads everything if the person asked for that, also when somebody asks for an ordinary one after them', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    tab.store.dispatch(addItem(listId, { description: 'mleko' }));
    // The first sends them, the second reads how far the server is.
    await sync(tab);
    await sync(tab);
    world.server.seen.length = 0;
    const pull = holdPull();
    const round = sync(tab);
    await pull.isAsked();
    void sync(tab, true);
    void sync(tab);
    expect(pullsFromTheBeginning()).toBe(0);
    pull.release();
    await round;
    expect(pullsFromTheBeginning()).toBe(2);
  });
});

/** Lets the test say when a running round is looked after. */
const watchdog = () => {
  const looks: (() => void)[] = [];
  const startInterval = globalThis.setInterval;
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms?: number) => {
    if (ms === ROUND_STALL_MS / 4) looks.push(run);
    return startInterval(run, ms);
  }) as typeof setInterval);
  return (): void => {
    for (const run of looks) run();
  };
};

describe('a round without an answer', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('is given up after a minute and started again', async () => {
    const look = watchdog();
    let now = Date.now();
    const account = await world.signUp();
    const tab = await openPulled(account.browser(() => now));
    world.server.wire = first(isPull, () => new Promise(() => undefined));
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    void sync(tab);
    const pulls = () => world.server.seen.filter(({ path }) => path.includes('updatedAt')).length;
    const before = pulls();
    // Lists and items.
    await eventually(pulls, (count) => count === before + 2);
    now += ROUND_STALL_MS;
    look();
    expect(pulls()).toBe(before + 2);
    now += 1;
    look();
    await allSent(tab);
    expect(await account.lists()).toHaveLength(1);
  });

  test.each([
    ['', ROUND_STALL_MS + 1],
    [', also while the clock is set back', -ROUND_STALL_MS - 1],
  ])('that nobody waits for is started again too%s', async (_, passedMs) => {
    const look = watchdog();
    let now = Date.now();
    const account = await world.signUp();
    const tab = await openPulled(account.browser(() => now));
    world.server.wire = first(isPull, () => new Promise(() => undefined));
    const pulls = () => world.server.seen.filter(({ path }) => path.includes('updatedAt')).length;
    const before = pulls();
    void sync(tab);
    await eventually(pulls, (count) => count > before);
    now += passedMs;
    look();
    await eventually(pulls, (count) => count > before + 1);
  });

  test('is none while a large answer is on its way, however slow the network is', async () => {
    const look = watchdog();
    let now = Date.now();
    const account = await world.signUp();
    const tab = await openPulled(account.browser(() => now));
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    world.server.wire = first(isPull, async () => {
      const headers = { 'Content-Type': 'application/json' };
      return new Response(slow.readable, { headers });
    });
    const pulls = () => world.server.seen.filter(({ path }) => path.includes('updatedAt')).length;
    const before = pulls();
    const round = sync(tab);
    await eventually(pulls, (count) => count === before + 2);
    for (const part of ['{"data":', '[],', '"meta":', '{}', '}']) {
      void writer.write(new TextEncoder().encode(part));
      await settled();
      now += ROUND_STALL_MS - 1;
      look();
    }
    void writer.close();
    await round;
    expect(pulls()).toBe(before + 2);
  });

  test('is none after a 204, whose body is a stream in Chromium', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser(), {
      fetch: async (...request) => {
        const answer = await fetch(...request);
        const body = { value: new Blob([]).stream() };
        return answer.status === 204 ? Object.defineProperty(answer, 'body', body) : answer;
      },
    });
    const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
    await settle(tab);
    tab.store.dispatch(deleteItem(listId, itemId));
    await sync(tab);
    expect([unsent(tab), selectFirstError(tab.store.getState())]).toEqual([0, null]);
    expect(countSent(world.server, 'DELETE')).toBe(1);
  });

  test('that the returning network started is started again, also after a Retry-After', async () => {
    let now = Date.now();
    const account = await world.signUp();
    const tab = await openPulled(account.browser(() => now));
    const pulls = () => world.server.seen.filter(({ path }) => path.includes('updatedAt')).length;
    const comeBack = (): void => {
      tab.setOnline(false);
      tab.setOnline(true);
    };
    world.server.wire = first(
      isPull,
      async () => new Response('busy', { status: 503, headers: { 'Retry-After': '60' } }),
      () => new Promise(() => undefined),
    );
    await sync(tab);
    const before = pulls();
    comeBack();
    await eventually(pulls, (count) => count > before);
    now += ROUND_STALL_MS;
    // The network goes and comes once more: what hangs is given up, and with it went the timer of the wait.
    comeBack();
    await eventually(pulls, (count) => count > before + 1);
  });
});

test('given a disk without room, then a row that was made and removed unsent is not sent', async () => {
  const account = await world.signUp();
  let isFull = false;
  const tab = await openPulled(account.browser(), {
    openUserDatabase: namedDatabases('round', { changes: () => failIf(isFull, new Error('full')) }),
  });
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  isFull = true;
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  tab.store.dispatch(deleteItem(listId, itemId));
  await sync(tab);
  await allSent(tab);
  expect([createsOf(world.server, itemId), countSent(world.server, 'DELETE', 'list-items')]).toEqual([0, 0]);
  expect(await account.items()).toEqual([]);
});
