import { expect, test } from '@jest/globals';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { addItem, addList, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seenIn, sync } from '../support/attackWorld';

/** A list that was removed and brought back has a new id, and so have its items. */

const world = attackWorld();

test('given an item that was moved to a list that was then removed and brought back, when the move is undone, then the item is back in its old list, and only there', async () => {
  const account = await world.signUp();
  const { store, ...tab } = await openPulled(account.browser());
  const [from, to] = [
    store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' })),
    store.dispatch(addList({ name: 'Inna', icon: 'tomato' })),
  ];
  const milk = store.dispatch(addItem(from, { description: 'mleko' }));
  await sync({ store, ...tab });
  const moved = store.dispatch(transferItems('move', from, to, [milk]));
  await sync({ store, ...tab });
  const removed = store.dispatch(deleteList(to));
  await sync({ store, ...tab });
  await allSent({ store, ...tab });
  store.dispatch(undoRemoval(removed));
  store.dispatch(undoTransfer(moved));
  await sync({ store, ...tab });
  await allSent({ store, ...tab });
  expect(seenIn(store)).toEqual(['Zakupy: mleko||open', 'Inna: ']);
  expect(await account.items()).toHaveLength(1);
});
