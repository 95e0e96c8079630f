import { expect, test } from '@jest/globals';
import type { ListId } from '../../src/contract/ids';
import { addItem, addList, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import { settled } from '../support/settled';

const world = attackWorld();

type Account = Awaited<ReturnType<typeof world.signUp>>;
const removedOf = (account: Account): Promise<unknown> => account.call('GET', '/lists/removed');

test('given an item that another device added to a list that was removed and undone here, then it stays in the list', async () => {
  const account = await world.signUp();
  const [here, there] = [await openPulled(account.browser()), await openPulled(account.browser())];
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  here.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(here);
  await sync(there, true);
  expect(seenIn(there.store)).toEqual(['Zakupy: mleko||open']);
  const removed = here.store.dispatch(deleteList(listId));
  here.store.dispatch(undoRemoval(removed));
  there.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(there);
  expect((await account.items()).map(({ description }) => description).sort()).toEqual(['chleb', 'mleko']);
  await sync(here);
  await allSent(here);
  expect(seenIn(here.store)).toEqual(['Zakupy: mleko||open, chleb||open']);
  expect(await removedOf(account)).toMatchObject([]);
});

test('given an item that another device had added, and this one read only after the removal, when the removal is undone, then it can be restored', async () => {
  const account = await world.signUp();
  const here = await openPulled(account.browser());
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  here.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(here);
  await allSent(here);
  const there = await openPulled(account.browser());
  await seesWithin(there, ['Zakupy: mleko||open']);
  here.setOnline(false);
  there.store.dispatch(addItem(listId, { description: 'lekarstwo' }));
  await sync(there);
  await allSent(there);
  const removed = here.store.dispatch(deleteList(listId));
  here.setOnline(true);
  await sync(here);
  await allSent(here);
  here.store.dispatch(undoRemoval(removed));
  await sync(here);
  await allSent(here);
  expect(seenIn(here.store)).toEqual(['Zakupy: mleko||open']);
  expect(await removedOf(account)).toMatchObject([{ name: 'Zakupy', items: 2 }]);
});

test('given a list that two windows brought back, when one copy is removed, then what was added to it can be restored', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const [first, second] = [await openPulled(browser), await browser.openTab()];
  const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  await settled();
  const removed = [first, second].map(({ store }) => store.dispatch(deleteList(listId)));
  await sync(first);
  for (const [place, { store }] of [first, second].entries())
    store.dispatch(undoRemoval(removed[place] as (typeof removed)[0]));
  await sync(first);
  await allSent(first);
  const copies = first.store.getState().lists.ids;
  expect(copies).toHaveLength(2);
  first.store.dispatch(addItem(copies[1] as ListId, { description: 'chleb' }));
  await sync(first);
  first.store.dispatch(deleteList(copies[1] as ListId));
  await sync(first);
  await allSent(first);
  expect(await removedOf(account)).toContainEqual(expect.objectContaining({ items: 2 }));
});
