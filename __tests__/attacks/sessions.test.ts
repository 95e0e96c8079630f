import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { changeId } from '../../src/contract/ids';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectOperations } from '../../src/store/state/operationsSlice';
import { selectSessionPhase, selectUser } from '../../src/store/state/sessionSlice';
import { STREAM_RETRY_MS } from '../../src/sync/wire/timing';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  isPull,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
} from '../support/attackWorld';
import type { TestBrowser } from '../support/browserWorld';
import { answering } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { failIf, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';
import { pass, passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

/** How long a tab that signs out waits for its last round. */
const LAST_ROUND_MS = 3000;

const never = (): Promise<never> => new Promise(() => undefined);

/** Two tabs; one signs out, and its last round takes its time. */
const slowSignOut = async (browser: TestBrowser) => {
  const slow = await openPulled(browser);
  const quick = await browser.openTab();
  slow.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  world.server.wire = always(isWrite, never);
  stopTabTime();
  const leaving = slow.store.dispatch(signOut());
  await settled();
  world.server.wire = null;
  return { slow, quick, leaving };
};

describe('attacks on a session', () => {
  test('a sign-out that takes its time does not sign out whom another tab signs in meanwhile', async () => {
    const [first, second] = [await world.signUp(), await world.signUp()];
    const browser = first.browser();
    const { slow, quick, leaving } = await slowSignOut(browser);
    await quick.store.dispatch(signOut());
    await quick.store.dispatch(logIn(second.email, 'a good password'));
    await pass(LAST_ROUND_MS);
    await leaving;
    expect([browser.session.token === null, browser.session.user?.id]).toEqual([false, second.userId]);
    for (const tab of [slow, quick]) {
      await eventually(
        () => tab.store.getState(),
        (state) => selectSessionPhase(state) === 'open' && selectUser(state)?.email === second.email,
      );
      expect(seenIn(tab.store)).toEqual([]);
    }
  });

  test('a sign-out that takes its time, and the same user signs in again in another tab: their lists are on both screens', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const { slow, quick, leaving } = await slowSignOut(browser);
    // A token of the same second would be the same.
    world.server.clock.now += 1000;
    // What the other tab does is heard only when this one is through.
    const events = browser.holdStorageEvents();
    await quick.store.dispatch(signOut());
    await quick.store.dispatch(logIn(account.email, 'a good password'));
    await pass(LAST_ROUND_MS);
    await leaving;
    events.deliver();
    for (const tab of [slow, quick]) {
      await eventually(
        () => selectSessionPhase(tab.store.getState()),
        (phase) => phase === 'open',
      );
      await seesWithin(tab, ['Zakupy: ']);
    }
  });

  test('a token that turns out to be another user’s than the stored one opens that user’s data', async () => {
    const [first, second] = [await world.signUp(), await world.signUp()];
    const browser = second.browser();
    const before = await openPulled(browser);
    before.store.dispatch(addList({ name: 'drugiego', icon: 'tomato' }));
    await sync(before);
    before.kill();
    // The page died between writing the one and the other.
    Object.assign(browser.session, { token: first.jwt });
    const tab = await browser.openTab();
    await eventually(
      () => tab.store.getState(),
      (state) => selectSessionPhase(state) === 'open' && selectUser(state)?.email === first.email,
    );
    expect(seenIn(tab.store)).toEqual([]);
  });

  test('a token that is refused late, when there is a newer one: round and stream go on with that', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const tab = await openPulled(browser);
    const { token } = browser.session;
    Object.assign(browser.session, { token: 'old' });
    let isReplaced = false;
    const replace = (): void => {
      isReplaced = true;
      Object.assign(browser.session, { token });
    };
    world.server.wire = ({ url, headers }) => {
      if (headers.get('authorization') !== 'Bearer old') return null;
      return async (_request, send) => {
        const answer = await send();
        if (url.endsWith('/sse')) replace();
        return answer;
      };
    };
    stopTabTime();
    tab.store.dispatch((_dispatch, _getState, { session }) => session.holdStream());
    await passUntil(() => tab.store.getState().status.stream === 'connected', 2 * STREAM_RETRY_MS);
    expect(isReplaced).toBe(true);
    Object.assign(browser.session, { token: 'old' });
    world.server.wire = ({ headers }) => {
      if (headers.get('authorization') !== 'Bearer old') return null;
      return async (_request, send) => {
        const answer = await send();
        replace();
        return answer;
      };
    };
    await sync(tab);
    const last = selectOperations(tab.store.getState()).at(-1);
    expect([selectSessionPhase(tab.store.getState()), last?.status]).toEqual(['open', 'done']);
  });

  test('the troubles of a session end with it', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const errors = () => tab.store.getState().errors.map(({ id }) => id);
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    world.server.wire = always(isWrite, answering(503, 'down'));
    await sync(tab);
    expect(errors()).toEqual(['syncManagerPushError']);
    await tab.store.dispatch(signOut());
    expect(errors()).toEqual([]);
  });

  test('no operation stays active for ever: one whose round was given up or died ends in an error', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    let clock = Date.now();
    const tab = await openPulled(browser, { now: () => clock });
    world.server.wire = always(isPull, never);
    void sync(tab);
    await settled();
    clock += 10_000;
    world.server.wire = null;
    tab.setOnline(false);
    tab.setOnline(true);
    await sync(tab);
    const statuses = () => selectOperations(tab.store.getState()).map(({ status, end }) => `${status} ${end !== null}`);
    await eventually(statuses, (all) => all.at(-1) === 'done true');
    expect(statuses().filter((status) => status.startsWith('active'))).toEqual([]);
    expect(statuses()).toContain('error true');
  });

  test.each(['99999999999', '2147484'])('Retry-After: %s is a long wait, not none', async (seconds) => {
    const tab = await openPulled((await world.signUp()).browser());
    world.server.wire = always(isPull, answering(503, 'down', { 'Retry-After': seconds }));
    world.server.seen.length = 0;
    stopTabTime();
    await sync(tab);
    await pass(60_000);
    // Lists and items were asked for at once, before anything was heard.
    expect(world.server.seen).toHaveLength(2);
  });

  test('a row whose id goes beyond ASCII can be changed, and holds nothing else up', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const record = (id: string, fields: object) => ({
      id: 1,
      documentId: `doc${id.length}`,
      uuid: id,
      ...fields,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + world.server.seen.length).toISOString(),
      deletedAt: null,
    });
    const writes: string[] = [];
    world.server.wire = (request) => async () => {
      const { pathname } = new URL(request.url);
      if (request.method === 'PUT') writes.push(request.headers.get('idempotency-key') ?? '');
      const list = record('lista→', { name: 'Żółta', icon: 'cat' });
      const item = record('pozycja ż', { list: 'lista→', description: 'mleko', quantity: '2', done: false });
      const body = pathname.endsWith('/lists') ? [list] : pathname.endsWith('/list-items') ? [item] : item;
      return Response.json({ data: body });
    };
    await sync(tab, true);
    expect(seenIn(tab.store)).toEqual(['Żółta: mleko|2|open']);
    tab.store.dispatch(
      itemEdited({ listId: 'lista→' as never, itemId: 'pozycja ż' as never, fields: { quantity: '2' } }),
    );
    tab.store.dispatch(
      itemEdited({ listId: 'lista→' as never, itemId: 'pozycja ż' as never, fields: { quantity: '3' } }),
    );
    await sync(tab);
    expect(writes).toHaveLength(1);
  });

  test('base is never written, and the tab signs out and in again: what it sends then has a key of its own', async () => {
    const account = await world.signUp();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let isFull = false;
    const tab = await openPulled(account.browser(), {
      openUserDatabase: namedDatabases('forgetful', { base: () => failIf(isFull, new Error('QuotaExceededError')) }),
    });
    const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(tab);
    isFull = true;
    /** A window that slept wrote it long ago, and it gets to the disk only now. */
    const comesLate = async (counter: number, quantity: string) => {
      const place = { collection: 'items', rowId: itemId, listId } as const;
      const change = { ...place, id: changeId(counter, 'slept'), type: 'update', time: 0, data: { quantity } } as const;
      await namedDatabases('forgetful')(account.userId, () => 'device').commit({
        log: [{ store: 'changes', key: change.id, value: change }],
      });
      const before = countSent(world.server, 'PUT', 'list-items');
      void sync(tab, true);
      await eventually(
        () => countSent(world.server, 'PUT', 'list-items'),
        (count) => count > before,
      );
      await allSent(tab);
    };
    await comesLate(5, '1');
    await tab.store.dispatch(signOut());
    await tab.store.dispatch(logIn(account.email, 'a good password'));
    await comesLate(6, '2');
    expect((await account.items()).map(({ quantity }) => quantity)).toEqual(['2']);
  });
});

test('text of every kind comes back as it was typed', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const texts = [
    '👩‍👩‍👧‍👦',
    'a\u202Eb',
    '\u0001\u007f',
    '<script>',
    '__proto__',
    'a\nb',
    '\\u0000',
    'e\u0301',
    'x'.repeat(9000),
  ];
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  for (const description of texts) tab.store.dispatch(addItem(listId, { description }));
  await sync(tab);
  const stored = (await account.items()).map(({ description }) => description);
  expect([...stored].sort()).toEqual([...texts].sort());
  const other = await openPulled(account.browser());
  expect(seenIn(other.store)).toEqual(seenIn(tab.store));
});
