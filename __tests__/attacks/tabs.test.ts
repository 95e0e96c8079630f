import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { selectCollections } from '../../src/store/view/viewSelectors';
import {
  type Account,
  allSent,
  always,
  attackWorld,
  countSent,
  createsOf,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  unsent,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { answering, faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

/** How long a tab that leaves the front may keep the lead from the others. */
const LAST_ROUND_MS = 3000;

const listOn = (tab: Awaited<ReturnType<typeof openPulled>>) => {
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  return { listId, itemId };
};

const serverHas = async (account: Account, wanted: readonly string[]) =>
  expect((await account.items()).map(({ description, done }) => `${description}|${done}`).sort()).toEqual(wanted);

describe('attacks on the tabs of one browser', () => {
  test('two tabs and an outside device change three fields of one item: all three stand everywhere', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const left = await openPulled(browser);
    const right = await browser.openTab();
    const outside = await openPulled(account.browser());
    const { listId, itemId } = listOn(left);
    await sync(left);
    await sync(outside);
    left.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'mleko 3,2%' } }));
    right.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    outside.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await sync(outside);
    await sync(left);
    await sync(outside);
    for (const tab of [left, right, outside]) await seesWithin(tab, ['Zakupy: mleko 3,2%|2|done']);
    expect(countSent(world.server, 'PUT')).toBe(2);
  });

  test('a tab dies with unsent changes while another leads: the other sends them', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const leader = await openPulled(browser);
    const other = await browser.openTab();
    const { listId } = listOn(leader);
    await sync(leader);
    const itemId = other.store.dispatch(addItem(listId, { description: 'z drugiej' }));
    await settled();
    other.kill();
    await sync(leader);
    expect(createsOf(world.server, itemId)).toBe(1);
    await serverHas(account, ['mleko|false', 'z drugiej|false']);
  });

  test('the leader dies in the middle of a round: the other tab takes over and sends each change once', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const leader = await openPulled(browser);
    const other = await browser.openTab();
    const { listId } = listOn(leader);
    let posts = 0;
    world.server.wire = (request) => {
      if (!isWrite(request)) return null;
      posts += 1;
      return posts > 4 ? () => new Promise(() => undefined) : null;
    };
    for (let index = 0; index < 8; index += 1) leader.store.dispatch(addItem(listId, { description: `${index}` }));
    void sync(leader);
    await eventually(
      () => posts,
      (count) => count >= 6,
    );
    world.server.wire = null;
    leader.kill();
    await eventually(
      () => seenIn(other.store).join(),
      (seen) => seen.includes('7||open'),
    );
    await allSent(other);
    expect(await account.items()).toHaveLength(9);
    expect(seenIn(other.store)).toHaveLength(1);
  });

  test('a tab dies while it waits for the lead, and then the leader: the one behind both takes over', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const leader = await openPulled(browser);
    const waiting = await browser.openTab();
    const last = await browser.openTab();
    const { listId } = listOn(leader);
    await sync(leader);
    await seesWithin(last, ['Zakupy: mleko||open']);
    waiting.kill();
    leader.kill();
    last.store.dispatch(addItem(listId, { description: 'chleb' }));
    await allSent(last);
    await serverHas(account, ['chleb|false', 'mleko|false']);
  });

  test('a tab that slept sees at once, when it wakes, what a window beside it did meanwhile', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const sleeper = await openPulled(browser);
    const { listId, itemId } = listOn(sleeper);
    await sync(sleeper);
    sleeper.sleep();
    const window = await openPulled(browser);
    window.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    window.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(window);
    window.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await settled();
    world.server.wire = always(() => true, faults.lost);
    sleeper.wake();
    await seesWithin(sleeper, ['Zakupy: mleko|2|done, chleb||open']);
    world.server.wire = null;
    world.server.wire = null;
    await sync(window);
    await eventually(
      () => unsent(sleeper),
      (count) => count === 0,
    );
    await serverHas(
      account,
      ['chleb||false', 'mleko|true'].map((row) => row.replace('||', '|')),
    );
  });

  test('what is typed while a tab reads its disk to take the lead stays on screen and is sent', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser, { openUserDatabase: namedDatabases('taking') });
    const { listId, itemId } = listOn(first);
    await sync(first);
    const slow = gate();
    let isSlow = false;
    const second = await browser.openTab({
      openUserDatabase: namedDatabases('taking', {}, { read: () => (isSlow ? slow.opened : undefined) }),
    });
    await seesWithin(second, seenIn(first.store));
    isSlow = true;
    first.kill();
    await settled();
    second.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '7' } }));
    const third = await browser.openTab({ openUserDatabase: namedDatabases('taking') });
    third.store.dispatch(addItem(listId, { description: 'z trzeciej' }));
    await settled();
    slow.open();
    await seesWithin(second, ['Zakupy: mleko|7|open, z trzeciej||open']);
    await sync(second);
    await allSent(second);
    await serverHas(account, ['mleko|false', 'z trzeciej|false']);
    expect((await account.items()).find(({ uuid }) => uuid === itemId)?.quantity).toBe('7');
  });

  test('a tab that goes to the back, to the front and to the back again does not lead from the back', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const shaky = await openPulled(browser);
    listOn(shaky);
    world.server.wire = always(isWrite, () => new Promise(() => undefined));
    void sync(shaky);
    await eventually(
      () => countSent(world.server, 'POST'),
      (count) => count > 0,
    );
    stopTabTime();
    shaky.setVisible(false);
    shaky.setVisible(true);
    shaky.setVisible(false);
    const steady = await browser.openTab();
    world.server.wire = null;
    await passUntil(() => unsent(steady) === 0, LAST_ROUND_MS);
    world.server.seen.length = 0;
    await sync(steady);
    expect(new Set(world.server.seen.map(({ session }) => session)).size).toBe(1);
    expect(await account.items()).toHaveLength(1);
  });

  test('a tab sent to the back while it begins to lead does not go on leading there', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const slow = gate();
    let reads = 0;
    const hasty = await browser.openTab({
      openUserDatabase: namedDatabases('hasty', {
        read: () => {
          reads += 1;
          return reads > 1 ? slow.opened : undefined;
        },
      }),
    });
    await settled();
    hasty.setVisible(false);
    slow.open();
    await settled();
    world.server.seen.length = 0;
    const other = await openPulled(browser, { openUserDatabase: namedDatabases('hasty') });
    listOn(other);
    await sync(other);
    expect(new Set(world.server.seen.map(({ session }) => session)).size).toBe(1);
    expect(selectCollections(hasty.store.getState())).toEqual({ lists: 'paused', items: 'paused' });
  });

  test('a late write of one tab meets a whole pull of the other: it is neither lost nor taken for removed', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const leader = await openPulled(browser);
    const late = await browser.openTab();
    const { listId } = listOn(leader);
    await sync(leader);
    const added: string[] = [];
    world.server.wire = (request) => {
      if (request.method !== 'GET' || !request.url.includes('/list-items')) return null;
      return async (_request, send) => {
        const answer = await send();
        if (added.length === 0) added.push(late.store.dispatch(addItem(listId, { description: 'późno' })));
        return answer;
      };
    };
    await sync(leader, true);
    world.server.wire = null;
    await seesWithin(leader, ['Zakupy: mleko||open, późno||open']);
    await sync(leader);
    await allSent(late);
    await serverHas(account, ['mleko|false', 'późno|false']);
  });

  test('crossing answers to two tabs that change one row leave the later text', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const left = await openPulled(browser);
    const right = await browser.openTab();
    const { listId, itemId } = listOn(left);
    await sync(left);
    left.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'z lewej' } }));
    world.server.wire = (request) =>
      request.method === 'PUT'
        ? async (_request, send) => {
            const answer = await send();
            right.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'z prawej' } }));
            await settled();
            world.server.wire = null;
            return answer;
          }
        : null;
    await sync(left);
    for (const tab of [left, right]) await seesWithin(tab, ['Zakupy: z prawej||open']);
    await sync(left);
    await allSent(right);
    await serverHas(account, ['z prawej|false']);
  });

  test('one stream per browser: a second tab that shows lists opens none, and takes it over when the first is gone', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const left = await openPulled(browser);
    watch(left);
    const right = await browser.openTab();
    watch(right);
    const streams = () => countSent(world.server, 'GET', 'lists/all/sse');
    await eventually(streams, (count) => count === 1);
    await settled();
    expect(streams()).toBe(1);
    left.kill();
    await eventually(streams, (count) => count === 2);
    const { listId } = listOn(await openPulled(account.browser()));
    await eventually(
      () => seenIn(right.store),
      ([seen]) => seen === 'Zakupy: mleko||open',
    );
    expect(listId).toBeTruthy();
  });

  test('the leader shows lists: a tab that leaves them hands over to one that shows them, also past a third on Logs', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const left = await openPulled(browser);
    const leave = watch(left);
    const isLive = (tab: TestTab) => tab.store.getState().status.stream === 'connected';
    await eventually(() => isLive(left), Boolean);
    // Both wait for the lead; the one on Logs is the next.
    const onLogs = await browser.openTab();
    const right = await browser.openTab();
    const leaveRight = watch(right);
    await settled();
    expect([left, onLogs, right].map(isLive)).toEqual([true, false, false]);
    leave();
    await eventually(() => isLive(right), Boolean);
    expect([left, onLogs].map(isLive)).toEqual([false, false]);
    // The first tab shows lists again: the lead stays where it is.
    const asked = countSent(world.server, 'GET', 'lists/all/sse');
    const leaveAgain = watch(left);
    await settled();
    expect([left, onLogs, right].map(isLive)).toEqual([false, false, true]);
    expect(countSent(world.server, 'GET', 'lists/all/sse')).toBe(asked);
    leaveRight();
    await eventually(() => isLive(left), Boolean);
    leaveAgain();
    await eventually(
      () => isLive(left),
      (live) => !live,
    );
  });

  test('a tab that is alone keeps the lead on Logs: it asks for no round, and nobody else needs the lead', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const leave = watch(tab);
    await eventually(
      () => tab.store.getState().status.stream,
      (phase) => phase === 'connected',
    );
    await settled();
    const asked = countSent(world.server, 'GET');
    leave();
    await settled();
    expect(tab.store.getState().status.stream).toBe('disconnected');
    expect(countSent(world.server, 'GET')).toBe(asked);
  });

  test('after 500 in the leader the second tab asks for a round and gets the leader’s', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const leader = await openPulled(browser);
    const other = await browser.openTab();
    world.server.wire = always(isWrite, answering(500, 'down'));
    listOn(other);
    await settled();
    await sync(leader);
    expect(unsent(other)).toBe(2);
    world.server.wire = null;
    await sync(other);
    await allSent(other);
    await serverHas(account, ['mleko|false']);
    expect(new Set(world.server.seen.filter((seen) => seen.method === 'POST').map((seen) => seen.session)).size).toBe(
      1,
    );
  });

  test('a change that is told only after it was sent does not replace what was typed since', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const delivered = gate();
    let isLate = false;
    const leader = await openPulled(browser, { openUserDatabase: namedDatabases('late') });
    const author = await browser.openTab({
      openUserDatabase: namedDatabases('late', {}, { changes: () => (isLate ? delivered.opened : undefined) }),
    });
    const { listId, itemId } = listOn(leader);
    await sync(leader);
    await seesWithin(author, ['Zakupy: mleko||open']);
    isLate = true;
    author.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'masło' } }));
    await settled();
    await sync(leader);
    await seesWithin(leader, ['Zakupy: masło||open']);
    leader.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'maślanka' } }));
    await sync(leader);
    delivered.open();
    await settled();
    await sync(leader);
    for (const tab of [leader, author]) await seesWithin(tab, ['Zakupy: maślanka||open']);
    await serverHas(account, ['maślanka|false']);
  });

  test('a tab that is back in front before its last round ends keeps the offer that the round made', async () => {
    const account = await world.signUp();
    const outside = await openPulled(account.browser());
    const { listId } = listOn(outside);
    await sync(outside);
    const slow = gate();
    let isSlow = false;
    const leader = await openPulled(account.browser(), {
      openUserDatabase: namedDatabases('back', {}, { read: () => (isSlow ? slow.opened : undefined) }),
    });
    await seesWithin(leader, ['Zakupy: mleko||open']);
    outside.store.dispatch(deleteList(listId));
    await sync(outside);
    leader.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    const wire = gate();
    world.server.wire = () => async (_request, send) => {
      await wire.opened;
      return send();
    };
    void sync(leader);
    await settled();
    leader.setVisible(false);
    isSlow = true;
    leader.setVisible(true);
    await settled();
    world.server.wire = null;
    wire.open();
    await allSent(leader);
    slow.open();
    await settled();
    expect(selectRecoveryOffers(leader.store.getState())[listId]?.items).toMatchObject([{ description: 'chleb' }]);
  });
});
