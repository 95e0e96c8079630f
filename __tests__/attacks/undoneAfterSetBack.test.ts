import { describe, expect, test } from '@jest/globals';
import type { ItemId, ListId } from '../../src/contract/ids';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { addItem, addList, clearList, deleteItem, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { deleteSharedList, undoSharedRemoval } from '../../src/store/acts/sharedRemoval';
import { attackWorld, isMethod, openPulled, seenIn, seesWithin, settle, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { takeBackup } from '../support/setBackDatabase';
import { shareList } from '../support/sharedList';

/**
 * A removal was sent, and the server was set back to before it. The device that made it is to send it again, and the
 * person undoes it just then. Other devices remember the removal too.
 */

const world = attackWorld();

/** As many requests as run at once. While they fail, later ones do not begin. */
const ADDED = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Reads on the device that the server was set back, without sending anything. */
const readOnly = async (tab: TestTab): Promise<void> => {
  world.server.wire = (request) => (isMethod('POST')(request) ? faults.lost : null);
  await sync(tab, true);
  world.server.wire = null;
};

type Act = (tab: TestTab, listId: ListId, milk: ItemId, other: ListId) => () => unknown;
const ACTS: readonly (readonly [string, Act])[] = [
  [
    'an item',
    ({ store }, listId, milk) => {
      const removed = store.dispatch(deleteItem(listId, milk));
      return () => store.dispatch(undoRemoval(removed));
    },
  ],
  [
    'all items of a list',
    ({ store }, listId) => {
      const removed = store.dispatch(clearList(listId));
      return () => store.dispatch(undoRemoval(removed));
    },
  ],
  [
    'a list',
    ({ store }, listId) => {
      const removed = store.dispatch(deleteList(listId));
      return () => store.dispatch(undoRemoval(removed));
    },
  ],
  [
    'an item that was moved',
    ({ store }, listId, milk, other) => {
      const moved = store.dispatch(transferItems('move', listId, other, [milk]));
      return () => store.dispatch(undoTransfer(moved));
    },
  ],
];

describe.each(ACTS)('given the removal of %s, which a set-back server has forgotten', (_what, act) => {
  test('when it is undone before it is sent again, then another device that knows the removal does not repeat it', async () => {
    const account = await world.signUp();
    const here = await openPulled(account.browser());
    const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const milk = here.store.dispatch(addItem(listId, { description: 'mleko' }));
    const other = here.store.dispatch(addList({ name: 'Inna', icon: 'tomato' }));
    await settle(here);
    const there = await openPulled(account.browser());
    await seesWithin(there, ['Zakupy: mleko||open', 'Inna: ']);
    const setBack = await takeBackup(world.server);
    for (const description of ADDED) here.store.dispatch(addItem(other, { description }));
    const undo = act(here, listId, milk, other);
    await settle(here);
    await sync(there);
    await setBack();
    await readOnly(here);
    undo();
    await settle(here);
    await settle(there);
    await settle(here);
    const all = ['Zakupy: mleko||open', `Inna: ${ADDED.map((text) => `${text}||open`).join(', ')}`];
    expect([seenIn(here.store), seenIn(there.store)]).toEqual([all, all]);
    expect(await account.items()).toHaveLength(1 + ADDED.length);
  });
});

test('given the removal of a shared list, which a set-back server has forgotten, when it is undone before it is sent again, then the list is back', async () => {
  const { owner, member, owners, listId } = await shareList(world);
  const other = owners.store.dispatch(addList({ name: 'Inna', icon: 'tomato' }));
  await settle(owners);
  const setBack = await takeBackup(world.server);
  for (const description of ADDED) owners.store.dispatch(addItem(other, { description }));
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await settle(owners);
  await setBack();
  await readOnly(owners);
  const outcome = await owners.store.dispatch(undoSharedRemoval(removed));
  await settle(owners);
  const names = (await owner.lists()).map(({ name }) => name).sort();
  expect([outcome, names, (await member.lists()).map(({ name }) => name)]).toEqual(['back', ['Dom', 'Inna'], ['Dom']]);
});
