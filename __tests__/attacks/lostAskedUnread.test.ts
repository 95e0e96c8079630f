import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type BaseStore, openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import { dismissLostList } from '../../src/store/lostListThunks';
import type { Ports } from '../../src/store/ports';
import { addItem, addList, deleteList } from '../../src/store/rowThunks';
import { selectLostLists } from '../../src/store/viewSelectors';
import { type Account, attackWorld, openPulled, sync, wait } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A disk of which the log or base answers no reading, or no removal, while it is silent, as WebKit's after a return from the back. */
const silentDisk = (account: Account) => {
  const silent = { log: false, base: false, removals: false };
  const user = `asked-${account.userId}` as typeof account.userId;
  const failIf = (isSilent: boolean): void => {
    if (isSilent) throw new DOMException('The database does not answer.', 'TimeoutError');
  };
  const ports: Partial<Ports> = {
    openChangeLog: async (_user, newId) => {
      const log = openChangeLog(user, newId);
      return {
        ...log,
        read: async () => {
          failIf(silent.log);
          return log.read();
        },
        remove: async (...gone) => {
          failIf(silent.removals);
          return log.remove(...gone);
        },
      };
    },
    openBaseStore: async () => {
      const store = await openBaseStore(user);
      return {
        setItem: store.setItem.bind(store),
        removeItem: store.removeItem.bind(store),
        getItem: async (key) => {
          failIf(silent.base);
          return store.getItem(key);
        },
      } as BaseStore;
    },
  };
  return { silent, ports };
};

const offered = (tab: TestTab) => Object.keys(selectLostLists(tab.store.getState()));

const listElsewhere = async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const remove = async () => {
    outside.store.dispatch(deleteList(listId));
    await sync(outside);
  };
  return { account, listId, remove, ...silentDisk(account) };
};

const asked = (tab: TestTab) =>
  eventually(
    () => offered(tab),
    (ids) => ids.length === 1,
  );

describe('a lost list that was answered is not asked about again', () => {
  test('by the window that added to it, slept through the answer and cannot read the log as it wakes', async () => {
    const { account, listId, remove, silent, ports } = await listElsewhere();
    const browser = account.browser();
    const awake = await openPulled(browser, ports);
    const sleeper = await browser.openTab(ports);
    awake.setOnline(false);
    sleeper.store.dispatch(addItem(listId, { description: 'chleb' }));
    await wait(100);
    sleeper.sleep();
    await remove();
    awake.setOnline(true);
    await sync(awake);
    await asked(awake);
    awake.store.dispatch(dismissLostList(listId));
    await wait(200);
    awake.kill();

    silent.log = true;
    sleeper.wake();
    await wait(100);
    await sync(sleeper, true);
    expect(offered(sleeper)).toEqual([]);
    silent.log = false;
    await sync(sleeper, true);
    expect(offered(sleeper)).toEqual([]);
  });

  test('by a window that began to lead when base could not be read, and heard the answer before it could', async () => {
    const { account, listId, remove, silent, ports } = await listElsewhere();
    const browser = account.browser();
    const before = await openPulled(browser, ports);
    before.setOnline(false);
    before.store.dispatch(addItem(listId, { description: 'chleb' }));
    await remove();
    before.setOnline(true);
    await sync(before);
    await asked(before);
    await wait(200);
    const answering = await browser.openTab(ports);
    expect(offered(answering)).toEqual([listId]);
    silent.base = true;
    const leading = await browser.openTab(ports);
    before.kill();
    answering.setVisible(false);
    await wait(200);
    await sync(leading);
    answering.store.dispatch(dismissLostList(listId));
    await wait(50);
    silent.base = false;
    await sync(leading, true);
    await wait(200);
    expect(offered(leading)).toEqual([]);
    leading.kill();
    answering.kill();
    const next = await openPulled(browser, ports);
    expect(offered(next)).toEqual([]);
  });

  test('by a window that reads what was offered on a disk off which it could not be taken', async () => {
    const { account, listId, remove, silent, ports } = await listElsewhere();
    const browser = account.browser();
    const before = await openPulled(browser, ports);
    const leading = await browser.openTab(ports);
    before.setOnline(false);
    before.store.dispatch(addItem(listId, { description: 'chleb' }));
    await remove();
    silent.removals = true;
    before.setOnline(true);
    await sync(before);
    await asked(before);
    before.store.dispatch(dismissLostList(listId));
    await wait(200);
    before.setVisible(false);
    await wait(300);
    await sync(leading, true);
    await wait(100);
    expect(offered(leading)).toEqual([]);
  });
});
