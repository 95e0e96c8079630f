import { expect, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/intents';
import { addItem, addList } from '../../src/store/rowThunks';
import { allSent, attackWorld, openPulled, sync, wait } from '../support/attackWorld';
import { faults } from '../support/contractServer';

const world = attackWorld();

test('the first touch after waking does not take along what was sent while the tab slept', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser);
  const sleeper = await browser.openTab();
  const listId = sleeper.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = sleeper.store.dispatch(addItem(listId, { description: 'mleko' }));
  await wait(50);
  await sync(leader);
  await allSent(sleeper);
  world.server.wire = () => faults.lost;
  sleeper.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await wait(50);
  sleeper.sleep();
  world.server.wire = null;
  // Another window sends it; the worker would as well.
  await sync(leader);
  await allSent(leader);
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
  sleeper.wake();
  sleeper.store.dispatch(itemChecked({ listId, itemId, done: true }));
  await wait(100);
  await sync(leader);
  await sync(sleeper);
  await allSent(sleeper);
  await allSent(leader);
  const [now] = await account.items();
  expect([now?.quantity, now?.done]).toEqual(['12', true]);
});
