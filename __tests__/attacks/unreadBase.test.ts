import { beforeEach, expect, jest, test } from '@jest/globals';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { attackWorld, openPulled, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** An offer stands in base, on a disk of which one reading after the other may fail at the next start. */
const offeredOnDisk = async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const browser = account.browser();
  let silent: boolean[] = [];
  const ports = {
    openUserDatabase: namedDatabases('unread', { read: () => failIf(silent.shift() ?? false, NO_ANSWER) }),
  };
  const offered = (tab: TestTab) => Object.keys(selectRecoveryOffers(tab.store.getState()));
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
  await settled();
  first.kill();

  return {
    listId,
    offered,
    start: async (readings: boolean[] = []) => {
      silent = readings;
      return openPulled(browser, ports);
    },
  };
};

test('what base alone keeps, the offer of a lost list, outlives a start at which the disk did not answer in time, as the tab opens and as it begins to lead', async () => {
  const { listId, offered, start } = await offeredOnDisk();
  const second = await start([true, true]);
  await sync(second, true);
  await settled();
  second.kill();
  expect(offered(await start())).toEqual([listId]);
});
