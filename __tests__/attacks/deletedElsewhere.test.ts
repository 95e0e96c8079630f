import { expect, test } from '@jest/globals';
import type { UserId } from '../../src/contract/ids';
import { deleteUserDatabase, openUserDatabase } from '../../src/storage/userDatabase';
import { addList } from '../../src/store/acts/rowThunks';
import { removeAccount } from '../../src/store/session/accountThunks';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { attackWorld, openPulled, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';

/** An account is deleted while another visible window shows its lists. That window gets the lead, and then the event. */

const PASSWORD = 'a good password';
const world = attackWorld();

/** The names of the user's databases, as `deleteUserDatabase` takes them. In tests they begin with the browser. */
const databasesOf = async (user: UserId): Promise<UserId[]> =>
  (await indexedDB.databases()).flatMap(({ name = '' }) =>
    name.endsWith(user) ? [name.replace('listy-user-', '') as UserId] : [],
  );

const twoWindows = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const forgetUser = async (user: UserId): Promise<void> => {
    for (const name of await databasesOf(user)) await deleteUserDatabase(name);
  };
  const tab = await openPulled(browser, { forgetUser });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab, true);
  const other = await browser.openTab();
  await settled();
  return { account, browser, tab, other };
};

const isSignedOut = (other: TestTab): Promise<unknown> =>
  eventually(
    () => selectSessionPhase(other.store.getState()),
    (phase) => phase === 'guest',
  );

test.each([0, 100])('given it hears of the sign-out %d ms later, then no data stay on the device', async (ms) => {
  const { account, browser, tab, other } = await twoWindows();
  const events = browser.holdStorageEvents();
  const removed = tab.store.dispatch(removeAccount(PASSWORD));
  await eventually(
    () => browser.session.token,
    (token) => token === null,
  );
  setTimeout(events.deliver, ms);
  expect(await removed).toEqual({ kind: 'ok' });
  await isSignedOut(other);
  await settled();
  expect(await databasesOf(account.userId)).toEqual([]);
});

test('given it was frozen with unsent words, when it thaws before it hears of the sign-out, then it writes nothing back', async () => {
  const { account, browser, tab, other } = await twoWindows();
  other.setOnline(false);
  other.store.dispatch(addList({ name: 'Sekret', icon: 'tomato' }));
  await settled();
  other.sleep();
  const events = browser.holdStorageEvents();
  expect(await tab.store.dispatch(removeAccount(PASSWORD))).toEqual({ kind: 'ok' });
  other.wake();
  await settled();
  events.deliver();
  await isSignedOut(other);
  await settled();
  for (const name of await databasesOf(account.userId))
    expect((await openUserDatabase(name, () => 'reader').read()).log).toEqual([]);
});
