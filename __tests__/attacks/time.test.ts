import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { transferItems } from '../../src/store/acts/moveThunks';
import { pasteLines } from '../../src/store/acts/pasteThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { shareLines } from '../../src/store/acts/shareLines';
import { selectStreamPhase } from '../../src/store/state/syncSlice';
import { STREAM_RETRY_MS } from '../../src/sync/wire/timing';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  createsOf,
  first,
  isMethod,
  isPull,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  unsent,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { answering, type Fault, faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';
import { passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

/** A request that nobody ever answers; it ends when its caller gives it up. */
const unanswered: Fault = (request) =>
  new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(Response.error())));

/** Opens, and never says anything. */
const deadStream: Fault = async (request) => {
  const body = new ReadableStream({
    start: (controller) =>
      request.signal.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError'))),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
};

const isConnected = (tab: TestTab): boolean => selectStreamPhase(tab.store.getState()) === 'connected';

const connected = (tab: TestTab) => eventually(() => isConnected(tab), Boolean);

const HOUR_MS = 3_600_000;

/** How long a tab that leaves the front may keep the lead from the others. */
const LAST_ROUND_MS = 3000;

describe('attacks by time', () => {
  test('given a row of a device whose clock is an hour fast, when another device adds rows, then they come after it', async () => {
    const account = await world.signUp();
    const fast = await openPulled(account.browser(() => Date.now() + HOUR_MS));
    const right = await openPulled(account.browser());
    const listId = fast.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    fast.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(fast);
    await sync(right);
    right.store.dispatch(addItem(listId, { description: 'chleb' }));
    right.store.dispatch(pasteLines(listId, 'ser\nsól\npieprz', null));
    right.store.dispatch(shareLines(listId, 'woda'));
    const otherId = right.store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
    right.store.dispatch(
      transferItems('copy', otherId, listId, [right.store.dispatch(addItem(otherId, { description: 'syrop' }))]),
    );
    await sync(right);
    await sync(fast);
    const words = ['mleko', 'chleb', 'ser', 'sól', 'pieprz', 'woda', 'syrop'].map((word) => `${word}||open`);
    for (const tab of [fast, right])
      expect(seenIn(tab.store)).toEqual([`Zakupy: ${words.join(', ')}`, 'Apteka: syrop||open']);
  });

  test.each([
    ['an hour slow', -HOUR_MS],
    ['an hour fast', HOUR_MS],
  ])('a device whose clock is %s: both ways everything arrives, and the later change wins', async (_name, skew) => {
    const account = await world.signUp();
    const wrong = await openPulled(account.browser(() => Date.now() + skew));
    const right = await openPulled(account.browser());
    const listId = wrong.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = wrong.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(wrong);
    await sync(right);
    right.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(right);
    wrong.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '3' } }));
    await sync(wrong);
    await sync(right);
    for (const tab of [wrong, right]) expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|3|open']);
    right.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await sync(right);
    await sync(wrong);
    expect(seenIn(wrong.store)).toEqual(['Zakupy: mleko|3|done']);
  });

  test('the clock jumps back an hour between two rounds: the next pull is whole and nothing is missed', async () => {
    const account = await world.signUp();
    let jump = 0;
    const tab = await openPulled(account.browser(() => Date.now() + jump));
    const other = await openPulled(account.browser());
    const listId = other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(other);
    jump = -HOUR_MS;
    world.server.seen.length = 0;
    await sync(tab);
    expect(world.server.seen[0]?.path).toContain('1970-01-01');
    const itemId = tab.store.dispatch(addItem(listId, { description: 'po skoku' }));
    await sync(tab);
    await sync(other);
    await seesWithin(other, ['Zakupy: po skoku||open']);
    expect(createsOf(world.server, itemId)).toBe(1);
  });

  test('a pull within 30 s of the last asks from the server’s own time, later ones and forced ones ask for all', async () => {
    const account = await world.signUp();
    let later = 0;
    const tab = await openPulled(account.browser(() => Date.now() + later));
    const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    tab.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(tab);
    await sync(tab);
    const since = async (force = false): Promise<(string | undefined)[]> => {
      world.server.seen.length = 0;
      await sync(tab, force);
      return world.server.seen.map(({ path }) => /gte\]=(\d{4})/.exec(path)?.[1]);
    };
    expect(await since()).toEqual(['2026', '2026']);
    later = 29_000;
    expect((await since())[0]).toBe('2026');
    later += 30_000;
    expect(await since()).toEqual(['1970', '1970']);
    expect(await since(true)).toEqual(['1970', '1970']);
  });

  test('a request that never answers: coming back to the app gives it up and begins anew', async () => {
    const account = await world.signUp();
    let later = 0;
    const tab = await openPulled(account.browser(() => Date.now() + later));
    const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(tab);
    world.server.wire = first(isMethod('POST'), unanswered);
    const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
    const round = sync(tab);
    await eventually(
      () => createsOf(world.server, itemId),
      (count) => count === 1,
    );
    later = 10_000;
    tab.setOnline(false);
    tab.setOnline(true);
    await round;
    await allSent(tab);
    expect(createsOf(world.server, itemId)).toBe(2);
    expect(await account.items()).toHaveLength(1);
  });

  test('a request that never answers does not keep another tab from sending when this one goes to the back', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const tab = await openPulled(browser);
    world.server.wire = first(isPull, unanswered);
    void sync(tab);
    await settled();
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const other = await browser.openTab();
    stopTabTime();
    tab.setVisible(false);
    await passUntil(() => unsent(other) === 0, LAST_ROUND_MS);
    expect(await account.lists()).toHaveLength(1);
  });

  test('an old message comes after a newer one, and the same one twice: the newer stands', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const other = await openPulled(account.browser());
    const listId = other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = other.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(other);
    await sync(tab);
    const messages: string[] = [];
    const patch = async (quantity: string) => {
      const { documentId } = (await account.items())[0] ?? {};
      const { updatedAt } = await account.call('PUT', `/list-items/${documentId}`, { data: { quantity } });
      messages.push(
        `id: ${messages.length + 1000}\nevent: list-item::patch\ndata: ${JSON.stringify({ uuid: itemId, documentId, quantity, updatedAt })}\n\n`,
      );
    };
    await patch('1');
    await patch('2');
    const stream = [messages[1], messages[0], messages[1], messages[0]].join('');
    world.server.wire = (request) => {
      if (request.url.endsWith('/sse')) return answering(200, stream, { 'Content-Type': 'text/event-stream' });
      return isPull(request) ? faults.lost : null;
    };
    watch(tab);
    await seesWithin(tab, ['Zakupy: mleko|2|open']);
    await settled();
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|2|open']);
  });
});

describe('attacks on the live stream', () => {
  test('a stream that is dead but looks open: the tab in front again opens a new one and reads what it missed', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const other = await openPulled(account.browser());
    world.server.wire = always(({ url }) => url.endsWith('/sse'), deadStream);
    watch(tab);
    await connected(tab);
    const listId = other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(other);
    await settled();
    expect(seenIn(tab.store)).toEqual([]);
    world.server.wire = null;
    tab.setVisible(false);
    await settled();
    expect(selectStreamPhase(tab.store.getState())).toBe('disconnected');
    tab.setVisible(true);
    await seesWithin(tab, ['Zakupy: ']);
    await connected(tab);
    other.store.dispatch(addItem(listId, { description: 'na żywo' }));
    await sync(other);
    await seesWithin(tab, ['Zakupy: na żywo||open']);
  });

  test('the connection is closed offline, and on leaving the lists', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const streams = () => countSent(world.server, 'GET', 'lists/all/sse');
    stopTabTime();
    const leaveLists = watch(tab);
    await connected(tab);
    tab.setOnline(false);
    await settled();
    expect(selectStreamPhase(tab.store.getState())).toBe('disconnected');
    tab.setOnline(true);
    await connected(tab);
    leaveLists();
    await settled();
    expect(selectStreamPhase(tab.store.getState())).toBe('disconnected');
    expect(streams()).toBe(2);
  });

  test('an answer of another type is told by its message and tried again; the lists still sync', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    world.server.wire = always(
      ({ url }) => url.endsWith('/sse'),
      answering(200, '<html>', { 'Content-Type': 'text/html' }),
    );
    stopTabTime();
    watch(tab);
    const lines = () => tab.store.getState().logs.map(({ text }) => text);
    const isTold = () => lines().some((text) => text.includes('Expected content-type to be text/event-stream'));
    await passUntil(isTold, 2 * STREAM_RETRY_MS);
    expect(selectStreamPhase(tab.store.getState())).toBe('error');
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(tab);
    expect(unsent(tab)).toBe(0);
    world.server.wire = null;
    await passUntil(() => isConnected(tab), 2 * STREAM_RETRY_MS);
  });

  test('after each opening a round runs: what was written while the stream was down is there without an event', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const isStream = ({ url }: Request) => url.endsWith('/sse');
    world.server.wire = always(isStream, answering(503, 'down'));
    stopTabTime();
    watch(tab);
    await settled();
    expect(countSent(world.server, 'GET', 'lists/all/sse')).toBe(1);
    await account.call('POST', '/lists', { data: { uuid: crypto.randomUUID(), name: 'Z zewnątrz', icon: 'cat' } });
    world.server.wire = null;
    expect(seenIn(tab.store)).toEqual([]);
    await passUntil(() => isConnected(tab), 2 * STREAM_RETRY_MS);
    expect(seenIn(tab.store)).toEqual(['Z zewnątrz: ']);
  });

  test('an event about a row nobody knows here, or without a time, starts a pull instead of a guess', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const other = await openPulled(account.browser());
    const listId = other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = other.store.dispatch(addItem(listId, { description: 'mleko' }));
    const stream = `id: 5\nevent: list-item::patch\ndata: {"uuid":"${itemId}","done":true}\n\nevent: list::delete\ndata: {"uuid":"${listId}"}\n\n`;
    let isTold = false;
    world.server.wire = (request) => {
      if (!request.url.endsWith('/sse')) return null;
      return async () => {
        await eventually(
          () => isTold,
          (told) => told,
        );
        return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
      };
    };
    watch(tab);
    await sync(other);
    isTold = true;
    await seesWithin(tab, ['Zakupy: mleko||open']);
  });

  test('writes go on under the session the stream is opened with, so that the server need not echo them', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    watch(tab);
    await connected(tab);
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(tab);
    const sessions = world.server.seen.filter(
      ({ path, method }) => path.endsWith('/sse') || isWrite({ method } as Request),
    );
    expect(new Set(sessions.map(({ session }) => session)).size).toBe(1);
  });
});
