import { expect, test } from '@jest/globals';
import { ChunkLoadError } from '../../src/device/fetchChunk';
import { logIn } from '../../src/store/session/signIn';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { attackWorld } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';

const world = attackWorld();

test('given a chunk that fails to load at the first sign-in, when the network is back, then the session opens', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  Object.assign(browser.session, { token: null, user: null });
  let isLost = true;
  const tab = await browser.openTab({
    // As `browserPorts.ts` does it; so does `openSession.ts` with the session itself.
    openUserDatabase: async (user, newId) => {
      if (isLost) throw new ChunkLoadError('Failed to fetch dynamically imported module');
      return namedDatabases('broken')(user, newId);
    },
  });
  await tab.store.dispatch(logIn(account.email, 'a good password')).catch(() => undefined);
  const errors = () => tab.store.getState().errors.map(({ id }) => id);
  expect(errors()).toEqual(['syncManagerPullError']);
  tab.setOnline(false);
  isLost = false;
  tab.setOnline(true);
  tab.setVisible(false);
  tab.setVisible(true);
  await eventually(
    () => selectSessionPhase(tab.store.getState()),
    (phase) => phase === 'open',
  );
  expect(errors()).toEqual([]);
  expect(browser.session.token).not.toBeNull();
});
