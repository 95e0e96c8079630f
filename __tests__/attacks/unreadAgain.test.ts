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

/** A disk that answers no reading while it is silent, as WebKit's after a return from the back. */
const silentDisk = () => {
  const disk = { isSilent: false };
  const openUserDatabase = namedDatabases('again', { read: () => failIf(disk.isSilent, NO_ANSWER) });
  return { disk, ports: { openUserDatabase } };
};

const offered = (tab: TestTab) => Object.keys(selectRecoveryOffers(tab.store.getState()));

test('an offer that another window wrote while this one slept outlives a return at which the disk could not be read', async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const browser = account.browser();
  const { disk, ports } = silentDisk();
  const sleeper = await openPulled(browser, ports);
  sleeper.sleep();
  await settled();
  const awake = await openPulled(browser, ports);
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
  await settled();
  awake.kill();

  disk.isSilent = true;
  sleeper.wake();
  await settled();
  disk.isSilent = false;
  await sync(sleeper, true);
  await settled();
  sleeper.kill();

  const next = await openPulled(browser, ports);
  expect(offered(next)).toEqual([listId]);
});
