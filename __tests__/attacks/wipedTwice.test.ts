import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, onlyListId, openPulled, seenIn, sync } from '../support/attackWorld';
import { failIf, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const deleted = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

test('the databases go under an open tab, and the first try to write back what is unsent fails: it is not forgotten', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const disk = { failures: 0 };
  const lost = new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  const tab = await openPulled(browser, {
    openUserDatabase: namedDatabases('wiped', {
      changes: () => {
        disk.failures -= 1;
        failIf(disk.failures >= 0, lost);
      },
    }),
  });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  tab.setOnline(false);
  tab.store.dispatch(addItem(onlyListId(tab), { description: 'mleko' }));
  await settled();
  for (const { name } of await indexedDB.databases()) if (name) await deleted(name);
  disk.failures = 1;
  for (let turn = 0; turn < 2; turn += 1) {
    tab.setVisible(false);
    await settled();
    tab.setVisible(true);
    await settled();
  }
  expect(seenIn(tab.store)).toEqual(['Zakupy: mleko||open']);
  tab.setOnline(true);
  await sync(tab);
  await allSent(tab);
  expect((await account.items()).map(({ description }) => description)).toEqual(['mleko']);
});
