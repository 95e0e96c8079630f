import { expect, test } from '@jest/globals';
import type { SessionStorage } from '../../src/storage/session';
import { signOut } from '../../src/store/session/signOut';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { attackWorld, openPulled } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a tab that is still opening, when another tab signs out, then it reports no expired session and asks no server', async () => {
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
  await settled();
  await one.store.dispatch(signOut());
  world.server.seen.length = 0;
  disk.open();
  const two = await opening;
  await settled();
  const { session } = two.store.getState();
  expect(selectSessionPhase(two.store.getState())).toBe('guest');
  expect(session.isExpired).toBe(false);
  // The other tab tells the server that it signed out.
  expect(world.server.seen.map(({ path }) => path).filter((path) => path !== '/api/auth/logout')).toEqual([]);
});

test('given an old token that a killed browser brought back, when the server refuses it, then a newer token stays', async () => {
  const [before, now] = [await world.signUp(), await world.signUp()];
  const userOf = ({ userId, email }: typeof now) => ({ id: userId, username: email, email });
  const stored = { token: 'ended' as string | null, user: userOf(before) };
  const agreement = gate();
  const watchers = new Set<() => void>();
  const session: SessionStorage = {
    token: () => stored.token,
    user: () => stored.user,
    save: () => undefined,
    saveUser: () => undefined,
    renewToken: () => undefined,
    agreed: () => agreement.opened,
    clearToken: (token) => {
      if (stored.token === token) stored.token = null;
    },
    subscribe: (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
  };
  const tab = await now.browser().openTab({ session });
  const isRefused = () => world.server.seen.some(({ bearer, path }) => bearer === 'ended' && path === '/api/users/me');
  await eventually(isRefused, Boolean);
  await settled();
  // A sign-out of just now would be younger than all that is remembered.
  if (stored.token !== null) Object.assign(stored, { token: now.jwt, user: userOf(now) });
  for (const watch of watchers) watch();
  agreement.open();
  await eventually(
    () => tab.store.getState().session,
    ({ phase, user }) => phase === 'open' && user?.id === now.userId,
  );
  await settled();
  expect(stored.token).toBe(now.jwt);
  expect(selectSessionPhase(tab.store.getState())).toBe('open');
});
