import { expect, test } from '@jest/globals';
import { addItem, addList, deleteItem, undoRemoval } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, deaf, flushed, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';

const world = attackWorld();

test('given a window that has not heard that its item and the removal were sent, when it undoes the removal, then the item is there', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser);
  const listId = leader.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(leader);
  await allSent(leader);
  const second = await browser.openTab({ openChannel: deaf });
  await seesWithin(second, ['Zakupy: ']);
  const milk = second.store.dispatch(addItem(listId, { description: 'mleko' }));
  await flushed(second);
  await sync(leader);
  await allSent(leader);
  const removed = second.store.dispatch(deleteItem(listId, milk));
  await flushed(second);
  await sync(leader);
  await allSent(leader);
  second.store.dispatch(undoRemoval(removed));
  await flushed(second);
  await sync(leader);
  await sync(leader);
  expect(seenIn(leader.store)).toEqual(['Zakupy: mleko||open']);
  expect((await account.items()).length).toBe(1);
});
