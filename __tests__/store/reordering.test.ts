import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ItemId, ListId } from '../../src/contract/ids';
import { transferItems } from '../../src/store/acts/moveThunks';
import { reorderItem, undoReorder } from '../../src/store/acts/orderThunks';
import { pasteLines } from '../../src/store/acts/pasteThunks';
import { addItem, addList, deleteItem, undoRemoval } from '../../src/store/acts/rowThunks';
import type { AppStore } from '../../src/store/state/appStore';
import { selectItem, selectItemIds, selectUnsentCount } from '../../src/store/view/viewSelectors';
import { openBrowser, type TestTab } from '../support/browserWorld';
import { type ContractServer, startContractServer } from '../support/contractServer';
import { eventually } from '../support/eventually';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer();
});
afterAll(() => server.close());

const wordsIn = ({ getState }: AppStore, listId: ListId): string[] =>
  selectItemIds(getState(), listId).map((id) => selectItem(getState(), listId, id)?.description ?? '');

const allSent = (tab: TestTab) =>
  eventually(
    () => selectUnsentCount(tab.store.getState()),
    (count) => count === 0,
  );

const shows = (tab: TestTab, listId: ListId, words: string) =>
  eventually(
    () => wordsIn(tab.store, listId).join(' '),
    (seen) => seen === words,
  );

let accounts = 0;
const openDevices = async () => {
  accounts += 1;
  const login = await server.signUp(`reordering-${accounts}@example.com`);
  const open = async () => {
    const browser = openBrowser();
    browser.signIn(login);
    const tab = await browser.openTab();
    const leave = tab.store.dispatch((_d, _g, { session }) => session.holdStream());
    return { tab, leave };
  };
  return { one: await open(), two: await open() };
};

const withItems = (store: AppStore, words: readonly string[]) => {
  const listId = store.dispatch(addList({ name: 'Zakupy', icon: 'pizza' }));
  const ids = words.map((description) => store.dispatch(addItem(listId, { description })));
  return { listId, ids };
};

const move = ({ store }: TestTab, listId: ListId, id: ItemId, to: number) =>
  store.dispatch(reorderItem(listId, id, selectItemIds(store.getState(), listId), to));

describe('an item that is moved by hand', () => {
  test('has its place on the other device too; later items come last; undo moves it back', async () => {
    const { one, two } = await openDevices();
    const { listId, ids } = withItems(one.tab.store, ['mleko', 'chleb', 'masło']);
    await allSent(one.tab);
    await shows(two.tab, listId, 'mleko chleb masło');
    const moved = move(one.tab, listId, ids[2] as ItemId, 0);
    one.tab.store.dispatch(addItem(listId, { description: 'ser' }));
    expect(wordsIn(one.tab.store, listId)).toEqual(['masło', 'mleko', 'chleb', 'ser']);
    await shows(two.tab, listId, 'masło mleko chleb ser');
    if (moved) one.tab.store.dispatch(undoReorder(moved));
    await shows(two.tab, listId, 'mleko chleb masło ser');
    await allSent(one.tab);
    for (const { leave } of [one, two]) leave();
  });

  test('on two devices at once has the same place on both', async () => {
    const { one, two } = await openDevices();
    const { listId, ids } = withItems(one.tab.store, ['a', 'b', 'c', 'd']);
    await shows(two.tab, listId, 'a b c d');
    move(one.tab, listId, ids[3] as ItemId, 1);
    move(two.tab, listId, ids[2] as ItemId, 1);
    await Promise.all([allSent(one.tab), allSent(two.tab)]);
    await shows(one.tab, listId, 'a c d b');
    await shows(two.tab, listId, 'a c d b');
    // Between the two that share a place there is room all the same.
    move(two.tab, listId, ids[1] as ItemId, 2);
    await shows(one.tab, listId, 'a c b d');
    for (const { leave } of [one, two]) leave();
  });

  test('among rows of which one is gone, but still edited, gets the place where it was put', async () => {
    const { one, two } = await openDevices();
    const { store } = one.tab;
    const { listId, ids } = withItems(store, ['gone', 'a', 'b', 'c']);
    store.dispatch(deleteItem(listId, ids[0] as ItemId));
    store.dispatch(reorderItem(listId, ids[3] as ItemId, ids, 2));
    expect(wordsIn(store, listId)).toEqual(['a', 'c', 'b']);
    for (const { leave } of [one, two]) leave();
  });

  test('that was deleted comes back to the place it was moved to', async () => {
    const { one, two } = await openDevices();
    const { listId, ids } = withItems(one.tab.store, ['a', 'b', 'c']);
    move(one.tab, listId, ids[2] as ItemId, 0);
    await allSent(one.tab);
    const removed = one.tab.store.dispatch(deleteItem(listId, ids[2] as ItemId));
    await shows(two.tab, listId, 'a b');
    one.tab.store.dispatch(undoRemoval(removed));
    await shows(two.tab, listId, 'c a b');
    for (const { leave } of [one, two]) leave();
  });

  test('that goes to another list comes last there', async () => {
    const { one, two } = await openDevices();
    const { store } = one.tab;
    const { listId, ids } = withItems(store, ['a', 'b']);
    const other = withItems(store, ['x', 'y']);
    move(one.tab, listId, ids[1] as ItemId, 0);
    store.dispatch(transferItems('move', listId, other.listId, [ids[1] as ItemId]));
    expect(wordsIn(store, other.listId)).toEqual(['x', 'y', 'b']);
    for (const { leave } of [one, two]) leave();
  });

  test('keeps what is pasted into it together, also as a blank row', async () => {
    const { one, two } = await openDevices();
    const { store } = one.tab;
    const { listId } = withItems(store, ['a', 'b', 'c']);
    const blank = store.dispatch(addItem(listId));
    move(one.tab, listId, blank, 1);
    store.dispatch(pasteLines(listId, 'x\ny\nz', blank));
    expect(wordsIn(store, listId)).toEqual(['a', 'x', 'y', 'z', 'b', 'c']);
    await shows(two.tab, listId, 'a x y z b c');
    for (const { leave } of [one, two]) leave();
  });

  test('to its own place, or a removed one, changes nothing', async () => {
    const { one, two } = await openDevices();
    const { listId, ids } = withItems(one.tab.store, ['a', 'b']);
    expect(move(one.tab, listId, ids[0] as ItemId, 0)).toBeNull();
    one.tab.store.dispatch(deleteItem(listId, ids[0] as ItemId));
    expect(one.tab.store.dispatch(reorderItem(listId, ids[0] as ItemId, ids, 1))).toBeNull();
    for (const { leave } of [one, two]) leave();
  });
});
