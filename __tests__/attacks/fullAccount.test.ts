import { expect, test } from '@jest/globals';
import { itemChecked } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { selectRefusals } from '../../src/store/view/viewSelectors';
import { attackWorld, countSent, openPulled, seenIn, sync, unsent } from '../support/attackWorld';

const world = attackWorld({ listsPerUser: 2, itemsPerList: 2, itemsPerUser: 100 });

test('given an item that the server refuses for lack of room, then Logs shows its text, it is not sent again, and other changes go on', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(tab);
  tab.store.dispatch(addItem(listId, { description: 'ser' }));
  tab.store.dispatch(itemChecked({ listId, itemId: milk, done: true }));
  await sync(tab);
  expect(selectRefusals(tab.store.getState())).toMatchObject([
    { status: 400, message: 'The list has 2 items, and no room for more', changes: [{ data: { description: 'ser' } }] },
  ]);
  expect((await account.items()).map(({ description, done }) => [description, done])).toEqual([
    ['mleko', true],
    ['chleb', false],
  ]);
  const creates = countSent(world.server, 'POST', 'list-items');
  for (let round = 0; round < 3; round += 1) await sync(tab, true);
  expect(countSent(world.server, 'POST', 'list-items')).toBe(creates);
  expect([unsent(tab), seenIn(tab.store)]).toEqual([0, ['Zakupy: mleko||done, chleb||open']]);
});

test('given a list that the server refuses for lack of room, then its items are offered and Logs shows the list', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  for (const name of ['Zakupy', 'Apteka']) tab.store.dispatch(addList({ name, icon: 'tomato' }));
  await sync(tab);
  const listId = tab.store.dispatch(addList({ name: 'Prezenty', icon: 'tomato' }));
  tab.store.dispatch(addItem(listId, { description: 'książka' }));
  for (let round = 0; round < 3; round += 1) await sync(tab);
  const state = tab.store.getState();
  expect(selectRefusals(state)).toMatchObject([{ status: 400, changes: [{ data: { name: 'Prezenty' } }] }]);
  expect(JSON.stringify(selectRecoveryOffers(state))).toContain('książka');
  expect([unsent(tab), countSent(world.server, 'POST', 'lists')]).toEqual([0, 3]);
});
