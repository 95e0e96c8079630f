import { expect, test } from '@jest/globals';
import type { UserId } from '../../src/contract/ids';
import { removeAccount } from '../../src/store/session/accountThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { attackWorld, openPulled, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';

/** The answer to the deletion of an account comes late, and the session is another one by then. */

const PASSWORD = 'a good password';
const world = attackWorld();

/** A tab that has asked for the deletion of its account, and hears the answer when `slow` opens. */
const deleting = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const forgotten: UserId[] = [];
  const [asked, slow] = [gate(), gate()];
  const tab = await openPulled(browser, {
    forgetUser: async (id) => void forgotten.push(id),
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === 'DELETE' && String(input).includes('/users/me')) {
        asked.open();
        await slow.opened;
      }
      return answer;
    },
  });
  const removed = tab.store.dispatch(removeAccount(PASSWORD));
  await asked.opened;
  return { account, browser, tab, forgotten, slow, removed };
};

test('given somebody else is signed in by then, then nothing of theirs is deleted, and they stay signed in', async () => {
  const { account, browser, tab, forgotten, slow, removed } = await deleting();
  const second = await world.signUp();
  const other = await browser.openTab();
  await other.store.dispatch(signOut());
  expect((await other.store.dispatch(logIn(second.email, PASSWORD))).result).toBe('ok');
  const shown = () =>
    selectSessionPhase(tab.store.getState()) === 'open' ? tab.store.getState().session.user?.id : null;
  await eventually(shown, (id) => id === second.userId);
  slow.open();
  expect(await removed).toEqual({ kind: 'ok' });
  expect(forgotten).toEqual([account.userId]);
  expect(shown()).toBe(second.userId);
});

test('given a round was refused and has ended the session, then the data of the account go nevertheless', async () => {
  const { account, tab, forgotten, slow, removed } = await deleting();
  await sync(tab, true);
  await eventually(
    () => selectSessionPhase(tab.store.getState()),
    (phase) => phase === 'guest',
  );
  slow.open();
  expect(await removed).toEqual({ kind: 'ok' });
  expect(forgotten).toEqual([account.userId]);
});

test('given a disk that does not answer, when an account is deleted, then its session ends nevertheless', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser(), { forgetUser: () => new Promise(() => undefined) });
  void tab.store.dispatch(removeAccount(PASSWORD));
  await eventually(
    () => selectSessionPhase(tab.store.getState()),
    (phase) => phase === 'guest',
  );
});
