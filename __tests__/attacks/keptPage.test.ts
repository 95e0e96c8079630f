import { describe, expect, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectSessionPhase, selectUser } from '../../src/store/state/sessionSlice';
import { attackWorld, openPulled, seenIn } from '../support/attackWorld';
import { eventually } from '../support/eventually';

const world = attackWorld();

/** A page left for another address and kept by the browser for the way back: of what happens meanwhile it hears nothing, ever. */
const keptPage = async () => {
  const [first, second] = [await world.signUp(), await world.signUp()];
  const browser = first.browser();
  const kept = await openPulled(browser);
  const listId = kept.store.dispatch(addList({ name: 'pierwszej', icon: 'tomato' }));
  kept.store.dispatch(addItem(listId, { description: 'tajne' }));
  kept.sleep();
  browser.holdStorageEvents();
  const other = await browser.openTab();
  await other.store.dispatch(signOut());
  return { second, browser, kept, other };
};

const shows = (tab: Awaited<ReturnType<typeof openPulled>>) => {
  const state = tab.store.getState();
  return JSON.stringify([selectSessionPhase(state), selectUser(state)?.email ?? null, seenIn(tab.store)]);
};

describe('a page from the back-forward cache shows,', () => {
  test('given a sign-out meanwhile, then the sign-in', async () => {
    const { kept } = await keptPage();
    kept.wake();
    await eventually(
      () => shows(kept),
      (now) => now === JSON.stringify(['guest', null, []]),
    );
  });

  test('given another user who signed in meanwhile, then the lists of that user only', async () => {
    const { kept, other, second } = await keptPage();
    await other.store.dispatch(logIn(second.email, 'a good password'));
    kept.wake();
    await eventually(
      () => shows(kept),
      (now) => now === JSON.stringify(['open', second.email, []]),
    );
  });

  test('given a cached sign-in page and a sign-in meanwhile, then the lists', async () => {
    const { browser, kept, other, second } = await keptPage();
    kept.kill();
    const guest = await browser.openTab();
    expect(selectSessionPhase(guest.store.getState())).toBe('guest');
    guest.sleep();
    await other.store.dispatch(logIn(second.email, 'a good password'));
    guest.wake();
    await eventually(
      () => shows(guest),
      (now) => now === JSON.stringify(['open', second.email, []]),
    );
  });
});
