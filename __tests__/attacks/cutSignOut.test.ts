import { afterEach, expect, jest, test } from '@jest/globals';
import { usualKey } from '../../src/contract/storageKeys';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { rememberBought } from '../../src/store/acts/usualItems';
import { signOut } from '../../src/store/session/signOut';
import { always, attackWorld, countSent, first, isMethod, isWrite, openPulled, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { memoryStorage } from '../support/memoryStorage';
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

test('given a slow last round, when an item is bought meanwhile, then its text does not stay on the device', async () => {
  const account = await world.signUp();
  const local = memoryStorage();
  const tab = await openPulled(account.browser(), { local });
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await settled();
  world.server.wire = always(isWrite, () => new Promise(() => undefined));
  stopTabTime();
  const signedOut = tab.store.dispatch(signOut());
  await settled();
  tab.store.dispatch(rememberBought(listId, [itemId]));
  await pass(3000);
  await signedOut;
  expect(local.getItem(usualKey(account.userId))).toBeNull();
});
