import { expect, test } from '@jest/globals';
import { transferItems } from '../../src/store/acts/moveThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, flushed, openPulled, seenIn, sync, unsent } from '../support/attackWorld';

const world = attackWorld({ listsPerUser: 10, itemsPerList: 2, itemsPerUser: 10 });

test('given a full list, when items are moved into it, then they stay where they were', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const full = store.dispatch(addList({ name: 'Pełna', icon: 'tomato' }));
  const ids = ['mleko', 'chleb'].map((description) => store.dispatch(addItem(from, { description })));
  for (const description of ['a', 'b']) store.dispatch(addItem(full, { description }));
  await sync(tab);
  await allSent(tab);
  store.dispatch(transferItems('move', from, full, ids));
  await sync(tab);
  await allSent(tab);
  await sync(tab, true);
  expect((await account.items()).map(({ description }) => description).sort()).toEqual(['a', 'b', 'chleb', 'mleko']);
  expect(seenIn(store)).toEqual(['Zakupy: mleko||open, chleb||open', 'Pełna: a||open, b||open']);
});

test('given a full list, when an item is moved into it before it was ever sent, then it stays where it was', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const full = store.dispatch(addList({ name: 'Pełna', icon: 'tomato' }));
  for (const description of ['a', 'b']) store.dispatch(addItem(full, { description }));
  await sync(tab);
  const id = store.dispatch(addItem(from, { description: 'mleko' }));
  store.dispatch(transferItems('move', from, full, [id]));
  expect(seenIn(store)).toEqual(['Zakupy: ', 'Pełna: a||open, b||open, mleko||open']);
  await sync(tab);
  await allSent(tab);
  expect(seenIn(store)).toEqual(['Zakupy: mleko||open', 'Pełna: a||open, b||open']);
  expect((await account.items()).map(({ description }) => description).sort()).toEqual(['a', 'b', 'mleko']);
});

test('given a list with room, when items are moved there, then one round sends both, the new rows first', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const to = store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
  const ids = ['mleko', 'chleb'].map((description) => store.dispatch(addItem(from, { description })));
  await sync(tab);
  world.server.seen.length = 0;
  store.dispatch(transferItems('move', from, to, ids));
  await sync(tab);
  const writes = world.server.seen.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  expect(writes).toEqual(['POST', 'POST', 'DELETE', 'DELETE']);
  expect([unsent(tab), seenIn(store)]).toEqual([0, ['Zakupy: ', 'Apteka: mleko||open, chleb||open']]);
});

test('given a move into a full list, when its window is killed before it is sent, then the next one leaves the item where it was', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser);
  const from = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const full = tab.store.dispatch(addList({ name: 'Pełna', icon: 'tomato' }));
  const id = tab.store.dispatch(addItem(from, { description: 'mleko' }));
  for (const description of ['a', 'b']) tab.store.dispatch(addItem(full, { description }));
  await sync(tab);
  tab.store.dispatch(transferItems('move', from, full, [id]));
  await flushed(tab);
  tab.kill();
  const next = await openPulled(browser);
  await sync(next);
  await allSent(next);
  expect(seenIn(next.store)).toEqual(['Zakupy: mleko||open', 'Pełna: a||open, b||open']);
  expect((await account.items()).map(({ description }) => description).sort()).toEqual(['a', 'b', 'mleko']);
});
