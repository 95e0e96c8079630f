import { beforeEach, expect, jest, test } from '@jest/globals';
import { addItem, addList, clearList, deleteItem, undoRemoval } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seenIn, sync } from '../support/attackWorld';
import { fillingDisk } from '../support/fillingDisk';
import { settled } from '../support/settled';

/** An undo on a full disk: what it takes back needs no room, what it makes anew does. */

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('given removed items of which one removal was sent, when they are undone on a full disk and the tab is killed, then the others stay', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const { disk, ports } = fillingDisk('undone-full');
  const tab = await openPulled(browser, ports);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  for (const description of ['chleb', 'ser']) tab.store.dispatch(addItem(listId, { description }));
  await sync(tab);
  await allSent(tab);
  const sent = tab.store.dispatch(deleteItem(listId, milk));
  await sync(tab);
  await allSent(tab);
  tab.setOnline(false);
  const { items, ...removed } = tab.store.dispatch(clearList(listId));
  await settled();
  disk.isFull = true;
  tab.store.dispatch(undoRemoval({ ...removed, items: [...sent.items, ...items] }));
  await settled();
  tab.kill();
  disk.isFull = false;
  const next = await openPulled(browser, ports);
  await sync(next);
  await allSent(next);
  expect(seenIn(next.store)).toEqual(['Zakupy: chleb||open, ser||open']);
});
