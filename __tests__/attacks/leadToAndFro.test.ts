import { afterEach, expect, jest, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { PUSH_DEBOUNCE_MS } from '../../src/sync/wire/timing';
import { always, attackWorld, countSent, isWrite, openPulled, sync } from '../support/attackWorld';
import { refusing } from '../support/contractServer';
import { fillingDisk } from '../support/fillingDisk';
import { settled } from '../support/settled';
import { pass, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

test('given a full disk and two windows with refused rows, then the lead does not switch between them', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const { disk, ports } = fillingDisk('pingpong');
  const a = await openPulled(browser, ports);
  const listId = a.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(a);
  // A blank row, as the list screen makes it.
  a.store.dispatch(addItem(listId, {}));
  const b = await browser.openTab(ports);
  await settled();
  stopTabTime();
  disk.isFull = true;
  world.server.wire = always(isWrite, refusing(400, 'no'));
  a.store.dispatch(addItem(listId, { description: 'mleko' }));
  b.store.dispatch(addItem(listId, { description: 'chleb' }));
  // Each has waited for its next key, then the one that leads has sent, and the other was heard.
  await pass(PUSH_DEBOUNCE_MS);
  expect(countSent(world.server, 'POST', 'list-items')).toBeGreaterThan(1);
  await pass(PUSH_DEBOUNCE_MS);
  world.server.seen.length = 0;
  for (let second = 0; second < 20; second += 1) await pass(1000);
  expect(world.server.seen).toEqual([]);
});
