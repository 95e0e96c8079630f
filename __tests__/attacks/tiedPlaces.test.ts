import { expect, test } from '@jest/globals';
import { itemReordered } from '../../src/store/acts/intents';
import { reorderItem } from '../../src/store/acts/orderThunks';
import { pasteLines } from '../../src/store/acts/pasteThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { selectItem, selectItemIds } from '../../src/store/view/viewSelectors';
import { attackWorld, openPulled } from '../support/attackWorld';

const world = attackWorld();

test('given two rows that two devices put into one place, when lines are pasted into the first, then they follow it', async () => {
  const account = await world.signUp();
  const { store } = await openPulled(account.browser());
  const listId = store.dispatch(addList({ name: 'Zakupy', icon: 'pizza' }));
  const [, , c, d] = ['a', 'b', 'c', 'd'].map((description) => store.dispatch(addItem(listId, { description })));
  const blank = store.dispatch(addItem(listId));
  if (!c || !d) throw new Error();
  store.dispatch(reorderItem(listId, blank, selectItemIds(store.getState(), listId), 1));
  const order = selectItem(store.getState(), listId, blank)?.order ?? '';
  // Another device has put a row into the same place; its id is later.
  const e = store.dispatch(addItem(listId, { description: 'e' }));
  store.dispatch(itemReordered({ listId, orders: [{ itemId: e, order }] }));
  const words = () =>
    selectItemIds(store.getState(), listId).map((id) => selectItem(store.getState(), listId, id)?.description);
  expect(words()).toEqual(['a', '', 'e', 'b', 'c', 'd']);
  store.dispatch(pasteLines(listId, 'x\ny\nz', blank));
  expect(words()).toEqual(['a', 'x', 'y', 'z', 'e', 'b', 'c', 'd']);
});
