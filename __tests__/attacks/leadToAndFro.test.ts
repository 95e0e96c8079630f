import { expect, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { always, attackWorld, countSent, isWrite, openPulled, sync, wait } from '../support/attackWorld';
import { refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { fillingDisk } from '../support/fillingDisk';

const world = attackWorld();

test('on a full disk two windows with refused rows do not pass the lead to and fro', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const { disk, ports } = fillingDisk('pingpong');
  const a = await openPulled(browser, ports);
  const listId = a.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(a);
  // A blank row, as the list screen makes it.
  a.store.dispatch(addItem(listId, {}));
  const b = await browser.openTab(ports);
  await wait(300);
  disk.isFull = true;
  world.server.wire = always(isWrite, refusing(400, 'no'));
  a.store.dispatch(addItem(listId, { description: 'mleko' }));
  b.store.dispatch(addItem(listId, { description: 'chleb' }));
  await eventually(
    () => countSent(world.server, 'POST', 'list-items'),
    (count) => count > 1,
  );
  // Longer than it takes to hand over the lead, and to ask for a round.
  await wait(2500);
  world.server.seen.length = 0;
  await wait(1500);
  expect(world.server.seen).toEqual([]);
});
