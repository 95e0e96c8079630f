import { expect, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { attackWorld, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

test('a row that the leader settles while another tab reads its disk does not leave that tab’s screen for a moment', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const delivered = gate();
  let isTelling = true;
  const leader = await openPulled(browser, {
    // The answer is told only when that is done.
    openUserDatabase: namedDatabases('flicker', {}, { removals: () => (isTelling ? undefined : delivered.opened) }),
  });
  const listId = leader.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(leader);

  const readTold = gate();
  let reads = 0;
  let isSlow = false;
  const reader = await browser.openTab({
    openUserDatabase: namedDatabases(
      'flicker',
      {},
      {
        read: () => {
          reads += 1;
          return isSlow ? readTold.opened : undefined;
        },
      },
    ),
  });
  await seesWithin(reader, ['Zakupy: ']);
  world.server.wire = null;
  leader.store.dispatch(addItem(listId, { description: 'chleb' }));
  await seesWithin(reader, ['Zakupy: chleb||open']);

  const seen: string[] = [];
  reader.store.subscribe(() => seen.push(JSON.stringify(seenIn(reader.store))));
  isSlow = true;
  const before = reads;
  reader.setVisible(false);
  reader.setVisible(true);
  await eventually(
    () => reads,
    (count) => count > before,
  );
  isTelling = false;
  const round = sync(leader);
  await eventually(
    () => world.server.seen.filter(({ method }) => method === 'POST').length,
    (count) => count === 2,
  );
  await settled();
  isSlow = false;
  readTold.open();
  await settled();
  const shown = seenIn(reader.store);
  delivered.open();
  await round;
  await seesWithin(reader, ['Zakupy: chleb||open']);
  expect(shown).toEqual(['Zakupy: chleb||open']);
});
