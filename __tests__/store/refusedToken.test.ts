import { afterEach, expect, jest, test } from '@jest/globals';
import { v7 as newUuid } from 'uuid';
import { asListId, type ListId } from '../../src/contract/ids';
import { loadRemovedLists, restoreRemovedList } from '../../src/store/acts/restoreListThunks';
import { acceptInvite, loadPeople } from '../../src/store/acts/sharingThunks';
import { exportAccount, signOutElsewhere } from '../../src/store/session/accountThunks';
import type { AppThunk } from '../../src/store/state/appStore';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { always, attackWorld, openPulled } from '../support/attackWorld';
import { refusing } from '../support/contractServer';
import { settled } from '../support/settled';
import { soon, stopTime } from '../support/stillTime';

const world = attackWorld();

afterEach(() => void jest.useRealTimers());

/** A tab with one list and nothing to send. Its timers stand still, so that no other round begins. */
const opened = async () => {
  const account = await world.signUp();
  const listId = asListId(newUuid());
  await account.call('POST', '/lists', { data: { uuid: listId, name: 'Zakupy', icon: 'tomato' } });
  const tab = await openPulled(account.browser());
  await settled();
  stopTime();
  return { tab, listId };
};

test.each<[string, (listId: ListId) => AppThunk<Promise<unknown>>]>([
  ['who shares a list', loadPeople],
  ['joining a list', () => acceptInvite('AAAAAAAAAAAAAAAAAAAAAA')],
  ['the removed lists', () => loadRemovedLists()],
  ['restoring a list', () => restoreRemovedList('removed', '')],
  ['an export', () => exportAccount()],
  ['ending other sessions', () => signOutElsewhere()],
])('given a token that the server refuses, when it is used for %s, then the session ends', async (_what, ask) => {
  const { tab, listId } = await opened();
  world.server.wire = always(() => true, refusing(401, 'Missing or invalid credentials'));
  await tab.store.dispatch(ask(listId));
  await soon(() => expect(selectSessionPhase(tab.store.getState())).toBe('guest'));
  expect(tab.store.getState().session.isExpired).toBe(true);
});
