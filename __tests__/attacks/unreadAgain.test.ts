import { beforeEach, expect, jest, test } from '@jest/globals';
import { type BaseStore, openBaseStore } from '../../src/storage/baseStore';
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

/** A disk that answers no question for base while it is silent, as WebKit's after a return from the back. */
const silentDisk = (account: Account) => {
  const disk = { isSilent: false };
  const openBase: Ports['openBaseStore'] = async () => {
    const store = await openBaseStore(`again-${account.userId}` as typeof account.userId);
    return {
      setItem: store.setItem.bind(store),
      removeItem: store.removeItem.bind(store),
      getItem: async (key) => {
        if (disk.isSilent) throw new DOMException('The database does not answer.', 'TimeoutError');
        return store.getItem(key);
      },
    } as BaseStore;
  };
  return { disk, openBase };
};

const offered = (tab: TestTab) => Object.keys(selectLostLists(tab.store.getState()));

test('an offer that another window wrote while this one slept outlives a return at which base could not be read', async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const browser = account.browser();
  const { disk, openBase } = silentDisk(account);
  const sleeper = await openPulled(browser, { openBaseStore: openBase });
  sleeper.sleep();
  await wait(50);
  const awake = await openPulled(browser, { openBaseStore: openBase });
  awake.setOnline(false);
  awake.store.dispatch(addItem(listId, { description: 'chleb' }));
  outside.store.dispatch(deleteList(listId));
  await sync(outside);
  awake.setOnline(true);
  await sync(awake);
  await eventually(
    () => offered(awake),
    (ids) => ids.length === 1,
  );
  await wait(200);
  awake.kill();

  disk.isSilent = true;
  sleeper.wake();
  await wait(100);
  disk.isSilent = false;
  await sync(sleeper, true);
  await wait(200);
  sleeper.kill();

  const next = await openPulled(browser, { openBaseStore: openBase });
  expect(offered(next)).toEqual([listId]);
});
