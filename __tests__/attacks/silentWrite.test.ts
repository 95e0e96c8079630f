import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { allChanges } from '../../src/sync/model/syncState';
import { allSent, always, attackWorld, isWrite, openPulled, seesWithin, sync, unsent } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { askedThrough, failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

/** A disk that can be read, and gives a window no answer to what it writes. */
const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/**
 * A window on a disk that, while it is silent, carries out changes, but no in-flight write. A second window has no such
 * trouble. What the first one sends meanwhile is on its way until `arrives`.
 */
const aWindow = async (name: string, changes: Partial<Ports> = {}) => {
  const account = await world.signUp();
  const browser = account.browser();
  const disk = { isSilent: false };
  const silent = (): void => failIf(disk.isSilent, NO_ANSWER);
  const openUserDatabase = askedThrough(silent, namedDatabases(name, { inFlight: silent }, { changes: silent }));
  const window = await openPulled(browser, { ...changes, openUserDatabase });
  return {
    account,
    disk,
    window,
    browser,
    answering: { openUserDatabase: namedDatabases(name) },
    /** The creates of lists that were sent arrive now. */
    arrives: async (): Promise<void> => {
      world.server.wire = null;
      const sent = world.server.seen.filter(({ method, path }) => method === 'POST' && path === '/api/lists');
      for (const { body } of sent) await account.call('POST', '/lists', JSON.parse(body));
    },
  };
};

const hasEmptyLog = (tab: TestTab) =>
  eventually(
    () => allChanges(tab.store.getState().data.log),
    (changes) => changes.length === 0,
  );

describe('given a window whose disk gave no answer to an in-flight write, no create is on its way', () => {
  test('when its list was removed before it was sent, and it is killed', async () => {
    const { account, browser, disk, window, answering, arrives } = await aWindow('removed-unheard');
    window.setOnline(false);
    const listId = window.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await settled();
    disk.isSilent = true;
    window.store.dispatch(deleteList(listId));
    await settled();
    world.server.wire = always(isWrite, faults.lost);
    window.setOnline(true);
    await sync(window);
    window.kill();

    const second = await openPulled(browser, answering);
    await hasEmptyLog(second);
    await arrives();
    await sync(second, true);
    expect([await account.lists(), second.store.getState().lists.ids]).toEqual([[], []]);
  });

  test('when another window removes the list', async () => {
    const { account, browser, disk, window, answering, arrives } = await aWindow('removed-elsewhere');
    window.setOnline(false);
    const listId = window.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await settled();
    const second = await browser.openTab(answering);
    await seesWithin(second, ['Zakupy: ']);
    second.setOnline(false);
    disk.isSilent = true;
    world.server.wire = always(isWrite, faults.lost);
    window.setOnline(true);
    await sync(window);
    window.sleep();
    await settled();

    second.store.dispatch(deleteList(listId));
    await settled();
    second.setOnline(true);
    await sync(second);
    await hasEmptyLog(second);
    await arrives();
    await sync(second, true);
    expect([await account.lists(), second.store.getState().lists.ids]).toEqual([[], []]);

    second.setVisible(false);
    disk.isSilent = false;
    window.wake();
    await sync(window, true);
    await hasEmptyLog(window);
    expect([await account.lists(), window.store.getState().lists.ids]).toEqual([[], []]);
  });
});

describe.each([false, true])('given a window whose disk gives no answer (diff mode: %p)', (isDiffMode) => {
  test('it sends nothing, and all of it once the disk answers', async () => {
    const { account, disk, window } = await aWindow(`silent-${isDiffMode}`, { isDiffMode });
    const listId = window.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = window.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(window);
    await allSent(window);
    disk.isSilent = true;
    const before = world.server.seen.length;
    window.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    window.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    await sync(window);
    expect(world.server.seen.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(unsent(window)).toBe(2);

    disk.isSilent = false;
    await sync(window);
    await allSent(window);
    const stored = (await account.items()).map(({ description, quantity }) => `${description} ${quantity}`);
    expect(stored.sort()).toEqual(['chleb ', 'mleko 2']);
  });
});

test('given a window whose disk gave no answer when it was opened, it uses none and sends its changes', async () => {
  const account = await world.signUp();
  const openUserDatabase = (): never => failIf(true, NO_ANSWER) as never;
  const window = await openPulled(account.browser(), { openUserDatabase });
  window.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(window);
  await allSent(window);
  expect((await account.lists()).map(({ name }) => name)).toEqual(['Zakupy']);
});
