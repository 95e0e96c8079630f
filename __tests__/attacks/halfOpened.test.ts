import { expect, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { always, attackWorld, isWrite, openPulled, seenIn, sync } from '../support/attackWorld';
import { faults } from '../support/contractServer';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a session that fails after its data was read, then the next one opens and shows none of that data', async () => {
  const [first, second] = [await world.signUp(), await world.signUp()];
  let isBroken = false;
  const tab = await openPulled(first.browser(), {
    // The last step of an opening; what breaks there stands for anything that breaks after base is read.
    onUnsent: () => {
      if (isBroken) throw new DOMException('The worker is gone.', 'InvalidStateError');
    },
  });
  const listId = tab.store.dispatch(addList({ name: 'pierwszej', icon: 'tomato' }));
  await sync(tab);
  world.server.wire = always(isWrite, faults.lost);
  tab.store.dispatch(addItem(listId, { description: 'tajne' }));
  await settled();
  await tab.store.dispatch(signOut());
  world.server.wire = null;
  isBroken = true;
  await tab.store.dispatch(logIn(first.email, 'a good password')).catch(() => undefined);
  isBroken = false;
  await tab.store.dispatch(signOut());
  void tab.store.dispatch(logIn(second.email, 'a good password'));
  await settled();
  expect([selectSessionPhase(tab.store.getState()), seenIn(tab.store)]).toEqual(['open', []]);
});
