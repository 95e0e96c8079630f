import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, unsent } from '../support/attackWorld';
import { eventually } from '../support/eventually';

const world = attackWorld();

test('given a window that closes right after a change, then the leader sends the change', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser);
  const other = await browser.openTab();
  other.store.dispatch(addList({ name: 'z drugiej', icon: 'tomato' }));
  await eventually(
    () => unsent(leader),
    (count) => count === 1,
  );
  other.kill();
  await allSent(leader);
  expect(await account.lists()).toHaveLength(1);
});
