import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, sync } from '../support/attackWorld';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a chunk that fails to load, then a provider on another origin is still read and written', async () => {
  const account = await world.signUp();
  const tab = await account.browser().openTab({
    isSameOrigin: false,
    openProviderMemory: () => Promise.reject(new Error('Failed to fetch dynamically imported module')),
  });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await settled();
  await sync(tab);
  await allSent(tab);
  expect(await account.lists()).toHaveLength(1);
});
