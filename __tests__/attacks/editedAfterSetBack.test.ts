import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { attackWorld, openPulled, seenIn, seesWithin, settle } from '../support/attackWorld';
import { takeBackup } from '../support/setBackDatabase';

const world = attackWorld();

test.each([
  ['that removed it, and has read what changed since', false],
  ['that removed it, and has read everything since', true],
])(
  'given a removed item that a set-back server has again, when somebody edits it, then the device %s leaves it there',
  async (_which, isWhole) => {
    const account = await world.signUp();
    const here = await openPulled(account.browser());
    const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const milk = here.store.dispatch(addItem(listId, { description: 'mleko' }));
    await settle(here);
    const there = await openPulled(account.browser());
    await seesWithin(there, ['Zakupy: mleko||open']);
    const setBack = await takeBackup(world.server);
    here.store.dispatch(deleteItem(listId, milk));
    await settle(here);
    await settle(here, isWhole);
    await setBack();
    there.store.dispatch(itemEdited({ listId, itemId: milk, fields: { description: 'mleko bez laktozy' } }));
    for (const tab of [there, here, there]) await settle(tab);
    const edited = ['Zakupy: mleko bez laktozy||open'];
    expect([seenIn(here.store), seenIn(there.store)]).toEqual([edited, edited]);
    expect(await account.items()).toHaveLength(1);
  },
);
