import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, always, attackWorld, isWrite, openPulled, seenIn, sync } from '../support/attackWorld';
import { faults } from '../support/contractServer';
import { failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A disk that answers no reading while it is silent. */
const silentDisk = () => {
  const disk = { isSilent: false };
  const openUserDatabase = namedDatabases('older', { read: () => failIf(disk.isSilent, NO_ANSWER) });
  return { disk, ports: { openUserDatabase } };
};

type Typed = { quantity?: string; description?: string };

/** What was typed offline stands on a disk that does not answer when the app is opened again. */
const typedOffline = async (fields: Typed, network: 'down' | 'losing' = 'down') => {
  const account = await world.signUp();
  const { disk, ports } = silentDisk();
  const browser = account.browser();
  const before = await openPulled(browser, ports);
  const listId = before.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = before.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(before);
  await allSent(before);
  if (network === 'down') before.setOnline(false);
  else world.server.wire = always(isWrite, faults.lost);
  before.store.dispatch(itemEdited({ listId, itemId, fields }));
  await sync(before);
  await settled();
  before.kill();
  world.server.wire = null;
  disk.isSilent = true;
  const tab = await openPulled(browser, ports);
  const type = (typed: Typed) => tab.store.dispatch(itemEdited({ listId, itemId, fields: typed }));
  return { account, disk, tab, type };
};

describe('given a change on an unreadable disk, when a newer text is typed, then it waits for the disk, and', () => {
  test.each([
    ['', 'down'],
    [', sent and unheard,', 'losing'],
  ] as const)('the older text%s is not sent after it when the disk is read', async (_, network) => {
    const { account, disk, tab, type } = await typedOffline({ quantity: '2' }, network);
    type({ quantity: '3' });
    await sync(tab);
    await sync(tab);
    expect(await account.items()).toMatchObject([{ quantity: '' }]);
    disk.isSilent = false;
    await sync(tab);
    await allSent(tab);
    await sync(tab, true);
    expect(await account.items()).toMatchObject([{ quantity: '3' }]);
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|3|open']);
  });

  test('changes of other fields are sent with it', async () => {
    const { account, disk, tab, type } = await typedOffline({ quantity: '2', description: 'mleko 2%' });
    type({ quantity: '3' });
    await sync(tab);
    disk.isSilent = false;
    await sync(tab);
    await allSent(tab);
    expect(await account.items()).toMatchObject([{ quantity: '3', description: 'mleko 2%' }]);
  });
});
