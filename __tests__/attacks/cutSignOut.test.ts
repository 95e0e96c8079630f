import { afterEach, expect, jest, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { signOut } from '../../src/store/session/signOut';
import { always, attackWorld, countSent, first, isMethod, isWrite, openPulled, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { pass, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

test('given a slow last round, when the window closes a second after the sign-out, then the person is signed out', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser);
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await settled();
  world.server.wire = always(isWrite, () => new Promise(() => undefined));
  stopTabTime();
  void tab.store.dispatch(signOut());
  await pass(1000);
  // What the next start of the browser finds.
  const { token } = browser.session;
  tab.kill();
  expect(token).toBeNull();
});

test('given a sign-out, also during a round, then unsent changes are sent first', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const slow = gate();
  world.server.wire = first(isMethod('POST'), async (_request, send) => {
    await slow.opened;
    return send();
  });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  void sync(tab);
  await eventually(
    () => countSent(world.server, 'POST', 'lists'),
    (count) => count === 1,
  );
  tab.store.dispatch(addList({ name: 'Wakacje', icon: 'cat' }));
  const signedOut = tab.store.dispatch(signOut());
  await settled();
  slow.open();
  await signedOut;
  expect((await account.lists()).map(({ name }) => name)).toEqual(['Zakupy', 'Wakacje']);
});
