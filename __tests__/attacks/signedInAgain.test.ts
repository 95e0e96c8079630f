import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { signOut } from '../../src/store/session/signOut';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { allSent, attackWorld, openPulled, seenIn } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a window that gets the lead before it hears that its person signed out and in again, then it sends', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser);
  const other = await browser.openTab();
  await settled();
  const events = browser.holdStorageEvents();
  await tab.store.dispatch(signOut());
  await settled();
  browser.signIn(await world.server.signIn(account.email));
  events.deliver();
  await eventually(
    () => selectSessionPhase(other.store.getState()),
    (phase) => phase === 'open',
  );
  await settled();
  other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await allSent(other);
  expect(seenIn(other.store)).toEqual(['Zakupy: ']);
});
