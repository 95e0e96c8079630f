import { expect, test } from '@jest/globals';
import { signOut } from '../../src/store/session/sessionThunks';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { attackWorld, openPulled, wait } from '../support/attackWorld';
import { namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';

const world = attackWorld();

test('who signs out while another tab is still opening is not told there that the session has expired, and no server is asked', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const one = await openPulled(browser);
  const disk = gate();
  const opening = browser.openTab({
    openUserDatabase: async (user, newId) => {
      await disk.opened;
      return namedDatabases('slow')(user, newId);
    },
  });
  await wait(20);
  await one.store.dispatch(signOut());
  world.server.seen.length = 0;
  disk.open();
  const two = await opening;
  await wait(300);
  const { session } = two.store.getState();
  expect(selectSessionPhase(two.store.getState())).toBe('guest');
  expect(session.isExpired).toBe(false);
  // The other tab tells the server that it signed out.
  expect(world.server.seen.map(({ path }) => path).filter((path) => path !== '/api/auth/logout')).toEqual([]);
});
