import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ItemId, ListId } from '../../src/contract/ids';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { allSent, always, attackWorld, isWrite, openPulled, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { answering } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { failIf, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const phase = (tab: TestTab, wanted: string) =>
  eventually(
    () => selectSessionPhase(tab.store.getState()),
    (now) => now === wanted,
  );

/** An item that stands on the disk alone, in a tab whose disk then takes nothing and tells nothing any more. */
const madeOnDisk = async () => {
  const account = await world.signUp();
  const disk = { isFull: false, isSilent: false };
  const broken = new DOMException('Internal error opening backing store', 'UnknownError');
  const tab = await openPulled(account.browser(), {
    openUserDatabase: namedDatabases('unread-log', {
      changes: () => failIf(disk.isFull, broken),
      read: () => failIf(disk.isSilent, broken),
    }),
  });
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  world.server.wire = always(isWrite, answering(503, 'down'));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await settled();
  return { account, disk, tab, listId, itemId };
};

describe('what was done last to an item that stands on a disk which could not be read as the session began anew', () => {
  const acts: [string, (tab: TestTab, listId: ListId, itemId: ItemId) => void, readonly string[]][] = [
    ['a removal, stands', (tab, listId, itemId) => tab.store.dispatch(deleteItem(listId, itemId)), []],
    [
      'an edit, reaches the server',
      (tab, listId, itemId) => tab.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'kefir' } })),
      ['kefir'],
    ],
  ];
  test.each(acts)('%s', async (_name, act, wanted) => {
    const { account, disk, tab, listId, itemId } = await madeOnDisk();
    disk.isFull = true;
    act(tab, listId, itemId);
    world.server.wire = always(() => true, answering(401, 'no'));
    await sync(tab, true);
    await phase(tab, 'guest');
    world.server.wire = null;
    Object.assign(disk, { isFull: false, isSilent: true });
    await tab.store.dispatch(logIn(account.email, 'a good password'));
    await phase(tab, 'open');
    await sync(tab, true);
    await settled();
    disk.isSilent = false;
    await sync(tab, true);
    await allSent(tab);
    await settled();
    expect((await account.items()).map(({ description }) => description)).toEqual(wanted);
  });
});
