import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, always, attackWorld, isWrite, openPulled, seenIn, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { fillingDisk } from '../support/fillingDisk';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';

const world = attackWorld();
const A_MINUTE = 60_000;

const errorsOf = ({ store }: TestTab): readonly string[] => store.getState().errors.map(({ id }) => id);

test('given a full disk and a server that was set back, when nothing can be sent for a while, then the tab keeps every row, says that nothing can be stored, and sends them later', async () => {
  const account = await world.signUp();
  const { disk, ports } = fillingDisk('set-back');
  const tab = await openPulled(account.browser(), ports);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  await allSent(tab);
  const copy = await copyDatabase(world.server.database);
  world.server.clock.now += A_MINUTE;
  tab.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2' } }));
  tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(tab);
  await allSent(tab);

  disk.isFull = true;
  tab.store.dispatch(addItem(listId, { description: 'masło' }));
  await setBackDatabase(world.server.database, copy);
  world.server.clock.now += A_MINUTE;
  world.server.wire = always(isWrite, faults.lost);
  for (let round = 0; round < 3; round += 1) await sync(tab, true);
  const shown = ['Zakupy: mleko|2|open, chleb||open, masło||open'];
  expect(seenIn(tab.store)).toEqual(shown);
  expect(errorsOf(tab)).toContain('storageError');

  world.server.wire = null;
  await sync(tab, true);
  await allSent(tab);
  expect(seenIn(tab.store)).toEqual(shown);
  const words = (await account.items()).map(({ description, quantity }) => `${description} ${quantity}`);
  expect(words.sort()).toEqual(['chleb ', 'masło ', 'mleko 2']);
  expect(errorsOf(tab)).toContain('storageError');

  disk.isFull = false;
  tab.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '3' } }));
  await eventually(
    () => errorsOf(tab),
    (ids) => !ids.includes('storageError'),
  );
});
