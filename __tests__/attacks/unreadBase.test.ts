import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type BaseStore, openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
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

/** An offer stands in base, of which one reading after the other may fail at the next start; so may one of the log. */
const offeredOnDisk = async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const browser = account.browser();
  const silent = { base: [] as boolean[], log: [] as boolean[] };
  const failIf = (isSilent = false): void => {
    if (isSilent) throw new DOMException('The database does not answer.', 'TimeoutError');
  };
  const openBase: Ports['openBaseStore'] = async () => {
    const store = await openBaseStore(`unread-${account.userId}` as typeof account.userId);
    return {
      setItem: store.setItem.bind(store),
      removeItem: store.removeItem.bind(store),
      getItem: async (key) => {
        failIf(silent.base.shift());
        return store.getItem(key);
      },
    } as BaseStore;
  };
  const openLog: Ports['openChangeLog'] = async (user, newId) => {
    const log = openChangeLog(`unread-${user}` as typeof user, newId);
    return {
      ...log,
      read: async () => {
        failIf(silent.log.shift());
        return log.read();
      },
    };
  };
  const ports = { openBaseStore: openBase, openChangeLog: openLog };
  const offered = (tab: TestTab) => Object.keys(selectLostLists(tab.store.getState()));
  const first = await openPulled(browser, ports);
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

  return {
    listId,
    offered,
    start: async (readings: Partial<typeof silent> = {}) => {
      Object.assign(silent, readings);
      return openPulled(browser, ports);
    },
  };
};

describe('what base alone keeps, the offer of a lost list, outlives a start at which the disk did not answer in time', () => {
  test.each([
    ['base, as the tab opens and as it begins to lead', { base: [true, true] }],
    ['base, as the tab opens, and the log, as it begins to lead', { base: [true], log: [false, true] }],
  ])('for %s', async (_name, readings) => {
    const { listId, offered, start } = await offeredOnDisk();
    const second = await start(readings);
    await sync(second, true);
    await wait(200);
    second.kill();
    expect(offered(await start())).toEqual([listId]);
  });
});
