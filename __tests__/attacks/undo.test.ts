import { describe, expect, test } from '@jest/globals';
import { asItemId, asListId, type ListId } from '../../src/contract/ids';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { pasteLines, undoPaste } from '../../src/store/acts/pasteThunks';
import { addItem, addList, clearList, deleteItem, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync, unsent } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';

const world = attackWorld();

const removedThings = async (tab: TestTab) => {
  const { store } = tab;
  const listId = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const pasted = store.dispatch(pasteLines(listId, 'a\nb', null));
  const itemId = store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  const item = store.dispatch(deleteItem(listId, itemId));
  const list = store.dispatch(deleteList(listId));
  await sync(tab);
  await allSent(tab);
  return { listId, itemId, undos: [undoRemoval(item), undoRemoval(list), undoPaste(listId, pasted)] };
};

const signIn = (tab: TestTab, email: string) => tab.store.dispatch(logIn(email, 'a good password'));

describe('an undo that outlives its session', () => {
  test('does nothing after the sign-out, and so does an edit that comes late', async () => {
    const tab = await openPulled((await world.signUp()).browser());
    const { listId, itemId, undos } = await removedThings(tab);
    await tab.store.dispatch(signOut());
    for (const undo of undos) tab.store.dispatch(undo);
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    tab.store.dispatch(addList({ name: 'nobody’s', icon: 'tomato' }));
    expect(seenIn(tab.store)).toEqual([]);
    expect(tab.store.getState().data.log.counter).toBe(0);
  });

  test('brings nothing into the account of whoever signs in next', async () => {
    const [first, second] = [await world.signUp(), await world.signUp()];
    const tab = await openPulled(first.browser());
    const { undos } = await removedThings(tab);
    await tab.store.dispatch(signOut());
    await signIn(tab, second.email);
    for (const undo of undos) tab.store.dispatch(undo);
    expect(seenIn(tab.store)).toEqual([]);
    expect(unsent(tab)).toBe(0);
    await sync(tab);
    expect([await second.lists(), await second.items()]).toEqual([[], []]);
  });

  test('brings nothing back when the same user signs in again, and works as ever within a session', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const { undos } = await removedThings(tab);
    await tab.store.dispatch(signOut());
    await signIn(tab, account.email);
    for (const undo of undos) tab.store.dispatch(undo);
    expect(seenIn(tab.store)).toEqual([]);
    const again = await removedThings(tab);
    tab.store.dispatch(again.undos[1] as (typeof undos)[1]);
    await seesWithin(tab, ['Zakupy: a||open, b||open']);
  });
});

test('given two windows that deleted a list at once, when both undo it, then all is sent, and both show the same', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const [first, second] = [await openPulled(browser), await browser.openTab()];
  const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(first);
  await allSent(first);
  first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await seesWithin(second, ['Zakupy: mleko||open']);
  // Neither has heard of the other's deletion yet.
  const removed = [first, second].map(({ store }) => store.dispatch(deleteList(listId)));
  for (const [place, { store }] of [first, second].entries())
    store.dispatch(undoRemoval(removed[place] as (typeof removed)[0]));
  await sync(first);
  await allSent(first);
  const shown = seenIn(first.store);
  expect(shown).toEqual(['Zakupy: mleko||open']);
  await seesWithin(second, shown);
  expect(await account.items()).toHaveLength(1);
});

test('what another program made comes back in its place, not at the end', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  await account.call('POST', '/lists', { data: { uuid: 'lista', name: 'Zakupy' } });
  const listId = asListId('lista');
  for (const name of ['pierwsze', 'drugie', 'trzecie']) {
    await account.call('POST', '/list-items', { data: { uuid: name, list: listId, description: name } });
  }
  await sync(tab, true);
  const seen = ['Zakupy: pierwsze||open, drugie||open, trzecie||open'];
  expect(seenIn(tab.store)).toEqual(seen);
  const removed = tab.store.dispatch(deleteItem(listId, asItemId('pierwsze')));
  await sync(tab);
  tab.store.dispatch(undoRemoval(removed));
  expect(seenIn(tab.store)).toEqual(seen);
  tab.store.dispatch(undoRemoval(tab.store.dispatch(deleteList(listId))));
  await sync(tab);
  expect(seenIn(tab.store)).toEqual(seen);
});

test('an undone paste leaves the row that took its first line to whoever has made something else of it meanwhile', async () => {
  const account = await world.signUp();
  const [here, there] = [await openPulled(account.browser()), await openPulled(account.browser())];
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const blank = here.store.dispatch(addItem(listId));
  const pasted = here.store.dispatch(pasteLines(listId, 'mleko\nchleb', blank));
  await sync(here);
  await sync(there, true);
  there.store.dispatch(itemEdited({ listId, itemId: blank, fields: { description: 'mleko kozie' } }));
  await sync(there);
  await sync(here, true);
  here.store.dispatch(undoPaste(listId, pasted));
  expect(seenIn(here.store)).toEqual(['Zakupy: mleko kozie||open']);
});

test('given pasted rows that somebody has changed since, when the paste is undone, then these stay', async () => {
  const here = await openPulled((await world.signUp()).browser());
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const pasted = here.store.dispatch(pasteLines(listId, 'mleko\nchleb\nser\nkawa', null));
  const [milk, bread, cheese] = pasted.added.map(({ itemId }) => itemId);
  if (!milk || !bread || !cheese) throw new Error('not pasted');
  here.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '5' } }));
  here.store.dispatch(itemEdited({ listId, itemId: bread, fields: { description: 'chleb żytni' } }));
  here.store.dispatch(itemChecked({ listId, itemId: cheese, done: true }));
  here.store.dispatch(undoPaste(listId, pasted));
  expect(seenIn(here.store)).toEqual(['Zakupy: mleko|5|open, chleb żytni||open, ser||done']);
});

test('given a paste into a fresh row that was sent, when it is undone, then no device is left with a blank item', async () => {
  const account = await world.signUp();
  const [here, there] = [await openPulled(account.browser()), await openPulled(account.browser())];
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  here.store.dispatch(addItem(listId, { description: 'masło' }));
  const pasted = here.store.dispatch(pasteLines(listId, 'mleko\nchleb', here.store.dispatch(addItem(listId))));
  await sync(here);
  await sync(there, true);
  here.store.dispatch(undoPaste(listId, pasted));
  await sync(here);
  await sync(there, true);
  for (const device of [here, there]) expect(seenIn(device.store)).toEqual(['Zakupy: masło||open']);
  expect((await account.items()).map(({ description }) => description)).toEqual(['masło']);
});

describe('the undo of a move', () => {
  const withMoved = async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const { store } = tab;
    const [from, to, further] = ['A', 'B', 'C'].map((name) => store.dispatch(addList({ name, icon: 'house' })));
    const lists = { from: from as ListId, to: to as ListId, further: further as ListId };
    const itemId = store.dispatch(addItem(lists.from, { description: 'mleko' }));
    const moved = store.dispatch(transferItems('move', lists.from, lists.to, [itemId]));
    return { account, tab, store, ...lists, moved, itemIds: moved.added.map((item) => item.itemId) };
  };

  test('given an item that was moved on since, then it stays where it is', async () => {
    const { store, to, further, moved, itemIds } = await withMoved();
    store.dispatch(transferItems('move', to, further, itemIds));
    store.dispatch(undoTransfer(moved));
    expect(seenIn(store)).toEqual(['A: ', 'B: ', 'C: mleko||open']);
  });

  test('given a list that somebody removed meanwhile, then its item is back where it was', async () => {
    const { account, tab, store, moved } = await withMoved();
    await sync(tab);
    await allSent(tab);
    const target = (await account.lists()).find(({ name }) => name === 'B');
    await account.call('DELETE', `/lists/${target?.documentId}`);
    await sync(tab, true);
    expect(seenIn(store)).toEqual(['A: ', 'C: ']);
    store.dispatch(undoTransfer(moved));
    expect(seenIn(store)).toEqual(['A: mleko||open', 'C: ']);
  });

  test.each(['unsent', 'sent'])('given its old list was deleted since (%s), then it stays where it is', async (how) => {
    const { tab, store, from, moved } = await withMoved();
    store.dispatch(deleteList(from));
    if (how === 'sent') await sync(tab);
    expect(store.dispatch(undoTransfer(moved))).toBe(false);
    expect(seenIn(store)).toEqual(['B: mleko||open', 'C: ']);
  });

  test('given its old list was deleted and is back under a new id, then it returns to that list', async () => {
    const { tab, store, from, moved } = await withMoved();
    await sync(tab);
    const removed = store.dispatch(deleteList(from));
    await sync(tab);
    store.dispatch(undoRemoval(removed));
    expect(store.dispatch(undoTransfer(moved))).toBe(true);
    expect(seenIn(store)).toEqual(['A: mleko||open', 'B: ', 'C: ']);
  });
});

test('given a list that was cleared, then deleted, when both are undone, then it is back with its items', async () => {
  const tab = await openPulled((await world.signUp()).browser());
  const { store } = tab;
  const listId = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  const cleared = store.dispatch(clearList(listId));
  await sync(tab);
  const deleted = store.dispatch(deleteList(listId));
  await sync(tab);
  store.dispatch(undoRemoval(deleted));
  store.dispatch(undoRemoval(cleared));
  expect(seenIn(store)).toEqual(['Zakupy: mleko||open']);
});
