import { beforeEach, expect, jest, test } from '@jest/globals';
import { type BaseStore, openBaseStore } from '../../src/storage/baseStore';
import type { Ports } from '../../src/store/ports';
import { addItem, addList, deleteList } from '../../src/store/rowThunks';
import { selectLostLists } from '../../src/store/viewSelectors';
import { attackWorld, openPulled, sync, wait } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('what base alone keeps, the offer of a lost list, outlives a start at which the disk did not answer in time', async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const browser = account.browser();
  let silentReads = 0;
  const openBase: Ports['openBaseStore'] = async () => {
    const store = await openBaseStore(`unread-${account.userId}` as typeof account.userId);
    return {
      setItem: store.setItem.bind(store),
      removeItem: store.removeItem.bind(store),
      getItem: async (key) => {
        silentReads -= 1;
        if (silentReads >= 0) throw new DOMException('The database does not answer.', 'TimeoutError');
        return store.getItem(key);
      },
    } as BaseStore;
  };
  const offered = (tab: TestTab) => Object.keys(selectLostLists(tab.store.getState()));
  const first = await openPulled(browser, { openBaseStore: openBase });
  first.setOnline(false);
  first.store.dispatch(addItem(listId, { description: 'chleb' }));
  outside.store.dispatch(deleteList(listId));
  await sync(outside);
  first.setOnline(true);
  await sync(first);
  await eventually(
    () => offered(first),
    (ids) => ids.length === 1,
  );
  await wait(200);
  first.kill();

  // Once as it opens, once as it begins to lead; from then on the disk answers.
  silentReads = 2;
  const second = await openPulled(browser, { openBaseStore: openBase });
  await sync(second, true);
  await wait(200);
  second.kill();

  const third = await openPulled(browser, { openBaseStore: openBase });
  expect(offered(third)).toEqual([listId]);
});
