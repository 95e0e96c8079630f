import { beforeEach, expect, jest, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seesWithin, sync } from '../support/attackWorld';
import { failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** Two windows on a disk that answers no reading while it is silent. */
const twoWindows = async () => {
  const account = await world.signUp();
  const disk = { isSilent: false };
  const ports = { openUserDatabase: namedDatabases('woken', { read: () => failIf(disk.isSilent, NO_ANSWER) }) };
  const browser = account.browser();
  const leader = await openPulled(browser, ports);
  const listId = leader.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = leader.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(leader);
  await allSent(leader);
  const sleeper = await browser.openTab(ports);
  leader.setOnline(false);
  sleeper.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await settled();
  sleeper.sleep();
  const quantities = async () => (await account.items()).map(({ quantity }) => quantity);
  const wakeAlone = async () => {
    await settled();
    leader.kill();
    disk.isSilent = true;
    sleeper.wake();
    await settled();
    await sync(sleeper, true);
  };
  return { account, disk, leader, sleeper, wakeAlone, quantities };
};

test('what a window typed and slept through the sending of is not sent again over newer words while the disk cannot be read', async () => {
  const { account, disk, leader, sleeper, wakeAlone, quantities } = await twoWindows();
  leader.setOnline(true);
  await sync(leader);
  await allSent(leader);
  const { documentId } = (await account.items())[0] ?? {};
  await account.call('PUT', `/list-items/${documentId}`, { data: { quantity: '5' } });
  await wakeAlone();
  expect(await quantities()).toEqual(['5']);
  disk.isSilent = false;
  await sync(sleeper);
  await allSent(sleeper);
  expect(await quantities()).toEqual(['5']);
  await seesWithin(sleeper, ['Zakupy: mleko|5|open']);
});
