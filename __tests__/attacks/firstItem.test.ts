import { afterEach, expect, jest, test } from '@jest/globals';
import { addFirstItemInTurn } from '../../src/store/acts/firstItem';
import { addItem, addList, clearList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync, watch } from '../support/attackWorld';
import { namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';
import { pass, passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

/** How long each window waits, in its turn, for what the others add. */
const OTHER_WINDOW_MS = 500;

test('given two background windows, when another device empties a list, then one of them adds the blank item', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const slowDisk: Partial<Ports> = { openUserDatabase: namedDatabases('first', { changes: settled }) };
  const leader = await openPulled(browser, slowDisk);
  const windows = [leader, await browser.openTab(slowDisk), await browser.openTab(slowDisk)];
  watch(leader);
  const elsewhere = await openPulled(account.browser());
  const listId = elsewhere.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  elsewhere.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(elsewhere);
  for (const tab of windows) await seesWithin(tab, ['Zakupy: mleko||open']);
  elsewhere.store.dispatch(clearList(listId));
  await sync(elsewhere);
  await allSent(elsewhere);
  for (const tab of windows) await seesWithin(tab, ['Zakupy: ']);
  const { signal } = new AbortController();
  let areDone = false;
  stopTabTime();
  void Promise.all(windows.map(({ store }) => store.dispatch(addFirstItemInTurn(listId, signal)))).then(() => {
    areDone = true;
  });
  await passUntil(() => areDone, 3 * OTHER_WINDOW_MS);
  for (const tab of windows) expect(seenIn(tab.store)).toEqual(['Zakupy: ||open']);
});

test('given a window that waits for the lock, when it leaves the list, then it adds no blank item', async () => {
  const account = await world.signUp();
  const { store } = await openPulled(account.browser());
  const listId = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const [first, second] = [new AbortController(), new AbortController()];
  stopTabTime();
  const added = [first, second].map(({ signal }) => store.dispatch(addFirstItemInTurn(listId, signal)));
  second.abort();
  first.abort();
  await pass(OTHER_WINDOW_MS);
  await Promise.all(added);
  expect(seenIn(store)).toEqual(['Zakupy: ']);
});
