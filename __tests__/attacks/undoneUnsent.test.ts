import { describe, expect, test } from '@jest/globals';
import { asItemId, type ItemId, type ListId } from '../../src/contract/ids';
import { itemEdited } from '../../src/store/acts/intents';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { addItem, addList, clearList, deleteItem, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { selectItemIds } from '../../src/store/view/viewSelectors';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync, unsent } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';

/** A removal that is undone before it was sent. Meanwhile somebody else changes the row. */

const world = attackWorld();

/** Two devices that have read a list with milk and bread; the first one has no network. */
const apart = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const here = await openPulled(browser);
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = here.store.dispatch(addItem(listId, { description: 'mleko' }));
  here.store.dispatch(addItem(listId, { description: 'chleb' }));
  const other = here.store.dispatch(addList({ name: 'Inna', icon: 'tomato' }));
  await sync(here);
  await allSent(here);
  const there = await openPulled(account.browser());
  await seesWithin(there, ['Zakupy: mleko||open, chleb||open', 'Inna: ']);
  here.setOnline(false);
  return { account, browser, here, there, listId, milk, other };
};

const BOTH = ['Zakupy: mleko bez laktozy|2|open, chleb||open', 'Inna: '];
const EDIT = { description: 'mleko bez laktozy', quantity: '2' };

type Undone = (tab: TestTab, listId: ListId, milk: ItemId, other: ListId) => void;
const UNDONE: readonly (readonly [string, Undone])[] = [
  ['an item', ({ store }, listId, milk) => store.dispatch(undoRemoval(store.dispatch(deleteItem(listId, milk))))],
  ['all items of a list', ({ store }, listId) => store.dispatch(undoRemoval(store.dispatch(clearList(listId))))],
  ['a list', ({ store }, listId) => store.dispatch(undoRemoval(store.dispatch(deleteList(listId))))],
  [
    'a move',
    ({ store }, listId, milk, other) =>
      store.dispatch(undoTransfer(store.dispatch(transferItems('move', listId, other, [milk])))),
  ],
];

describe.each(UNDONE)('given %s, removed and undone without a network', (_what, undone) => {
  test('then nothing waits to be sent, and what another device changed meanwhile stays', async () => {
    const { account, here, there, listId, milk, other } = await apart();
    undone(here, listId, milk, other);
    expect([seenIn(here.store), unsent(here)]).toEqual([['Zakupy: mleko||open, chleb||open', 'Inna: '], 0]);
    there.store.dispatch(itemEdited({ listId, itemId: milk, fields: EDIT }));
    await sync(there);
    await allSent(there);
    here.setOnline(true);
    await sync(here);
    await allSent(here);
    expect(seenIn(here.store)).toEqual(BOTH);
    await sync(there, true);
    expect(seenIn(there.store)).toEqual(BOTH);
    expect(await account.items()).toHaveLength(2);
  });

  test('then a window that does not lead brings all back, too', async () => {
    const { account, browser, here, listId, milk, other } = await apart();
    const second = await browser.openTab();
    await seesWithin(second, ['Zakupy: mleko||open, chleb||open', 'Inna: ']);
    undone(second, listId, milk, other);
    here.setOnline(true);
    await seesWithin(here, ['Zakupy: mleko||open, chleb||open', 'Inna: ']);
    await sync(here);
    await allSent(here);
    expect(seenIn(here.store)).toEqual(['Zakupy: mleko||open, chleb||open', 'Inna: ']);
    expect(await account.items()).toHaveLength(2);
  });
});

test('given a move whose item was edited in the other list, then its undo brings the edit back with the item', async () => {
  const { here, there, listId, milk, other } = await apart();
  const moved = here.store.dispatch(transferItems('move', listId, other, [milk]));
  const itemId = selectItemIds(here.store.getState(), other)[0] ?? asItemId('');
  here.store.dispatch(itemEdited({ listId: other, itemId, fields: { quantity: '2' } }));
  here.store.dispatch(undoTransfer(moved));
  expect(seenIn(here.store)).toEqual(['Zakupy: mleko|2|open, chleb||open', 'Inna: ']);
  there.store.dispatch(itemEdited({ listId, itemId: milk, fields: { description: 'mleko bez laktozy' } }));
  await sync(there);
  here.setOnline(true);
  await sync(here);
  await allSent(here);
  expect(seenIn(here.store)).toEqual(BOTH);
});

test('given two devices that delete one item and both undo it, then it is there once', async () => {
  const { account, here, there, listId, milk } = await apart();
  const mine = here.store.dispatch(deleteItem(listId, milk));
  const theirs = there.store.dispatch(deleteItem(listId, milk));
  await sync(there);
  await allSent(there);
  there.store.dispatch(undoRemoval(theirs));
  await sync(there);
  await allSent(there);
  here.setOnline(true);
  await sync(here);
  await allSent(here);
  here.store.dispatch(undoRemoval(mine));
  await sync(here);
  await allSent(here);
  expect(seenIn(here.store)).toEqual(['Zakupy: mleko||open, chleb||open', 'Inna: ']);
  expect(await account.items()).toHaveLength(2);
});
