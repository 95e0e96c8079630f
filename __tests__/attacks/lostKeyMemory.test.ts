import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, sync, wait } from '../support/attackWorld';

const world = attackWorld();

test('a provider on another origin is read and written also where the code that remembers its word about keys does not come', async () => {
  const account = await world.signUp();
  const tab = await account.browser().openTab({
    isSameOrigin: false,
    openKeyMemory: () => Promise.reject(new Error('Failed to fetch dynamically imported module')),
  });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await wait(50);
  await sync(tab);
  await allSent(tab);
  expect(await account.lists()).toHaveLength(1);
});
