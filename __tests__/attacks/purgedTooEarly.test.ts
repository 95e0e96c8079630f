import { expect, test } from '@jest/globals';
import { purgeIfUsed } from '../../server/src/purge';
import { deleteItem, deleteList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seenIn, sync } from '../support/attackWorld';
import { shareList } from '../support/sharedList';

/** The server's clock is far ahead when it purges, or is set back after it. */

const world = attackWorld();
const DAY_MS = 24 * 60 * 60 * 1000;

test('given a server that starts with a clock far ahead, when a device that was away is back, then what another removed stays removed', async () => {
  const { owner, member, owners, listId, milk } = await shareList(world);
  const away = await openPulled(owner.browser());
  const members = await openPulled(member.browser());
  away.setOnline(false);
  members.setOnline(false);
  owners.store.dispatch(deleteItem(listId, milk));
  await sync(owners);
  await allSent(owners);
  await purgeIfUsed(world.server.database, world.server.clock.now + 400 * DAY_MS);
  for (const tab of [away, members]) {
    tab.setOnline(true);
    await sync(tab, true);
    await allSent(tab);
  }
  await sync(owners, true);
  expect([owners, away, members].map(({ store }) => seenIn(store))).toEqual(
    [owners, away, members].map(() => ['Dom: chleb||open']),
  );
});

test('given a server that nobody used for a day, then it purges nothing; once it is used, it does', async () => {
  const { listId, owners } = await shareList(world);
  owners.store.dispatch(deleteList(listId));
  await sync(owners);
  await allSent(owners);
  const { clock, database } = world.server;
  const stored = () => database.db.selectFrom('removed_lists').selectAll().execute();
  clock.now += 40 * DAY_MS;
  await purgeIfUsed(database, clock.now);
  expect(await stored()).toHaveLength(1);
  await (await world.signUp()).call('POST', '/lists', { data: { uuid: 'used-again', name: 'Jutro' } });
  await purgeIfUsed(database, clock.now);
  expect(await stored()).toEqual([]);
});

test('given a server whose clock is set back after it purged a removal, when a device that was away is back, then what another removed stays removed', async () => {
  const { owner, owners, listId, milk } = await shareList(world);
  const away = await openPulled(owner.browser());
  away.setOnline(false);
  owners.store.dispatch(deleteItem(listId, milk));
  await sync(owners);
  await allSent(owners);
  const { clock, database, signIn, call } = world.server;
  clock.now += 100 * DAY_MS;
  await call((await signIn(owner.email)).jwt, 'PATCH', '/lists/patch', { data: [{ uuid: listId, name: 'Domek' }] });
  await purgeIfUsed(database, clock.now);
  clock.now -= 100 * DAY_MS;
  away.setOnline(true);
  await sync(away, true);
  await allSent(away);
  await sync(owners, true);
  expect([owners, away].map(({ store }) => seenIn(store))).toEqual([['Domek: chleb||open'], ['Domek: chleb||open']]);
});
