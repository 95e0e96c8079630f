import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { selectSetBacks } from '../../src/store/state/syncSlice';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  isMethod,
  openPulled,
  seesWithin,
  sync,
} from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';

/** The server is set back under a browser's tabs, over their own disks. */

const world = attackWorld();

test('given two tabs and a server that was set back, when they read again, then each row is made once, and both show it all along and say why', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const left = await openPulled(browser);
  const right = await browser.openTab();
  const { database, clock } = world.server;
  const copy = await copyDatabase(database);
  const listId = left.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  left.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(left);
  await allSent(left);
  await setBackDatabase(database, copy);
  clock.now += 60_000;
  expect(await account.lists()).toEqual([]);
  world.server.seen.length = 0;
  world.server.wire = always(isMethod('POST'), async (_request, send) => {
    await eventually(
      () => [left, right].map(({ store }) => selectSetBacks(store.getState())),
      (counts) => counts.every((count) => count > 0),
    );
    return send();
  });
  await Promise.all([sync(left, true), sync(right, true)]);
  await allSent(left);
  for (const tab of [left, right]) await seesWithin(tab, ['Zakupy: mleko||open']);
  expect((await account.items()).map(({ description }) => description)).toEqual(['mleko']);
  expect(countSent(world.server, 'POST')).toBe(2);
});

test('given a tab that is killed as it sends what was forgotten, when another opens on its disk, then all stands there once, an unsent edit on top', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const first = await openPulled(browser);
  const { database, clock } = world.server;
  const copy = await copyDatabase(database);
  const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  await setBackDatabase(database, copy);
  clock.now += 60_000;
  first.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2 l' } }));
  world.server.wire = (request) => {
    if (!isMethod('POST')(request)) return null;
    first.kill();
    return null;
  };
  void sync(first, true);
  await eventually(
    () => countSent(world.server, 'POST', 'lists'),
    (count) => count >= 2,
  );
  world.server.wire = null;
  const second = await openPulled(browser);
  await sync(second, true);
  await allSent(second);
  await seesWithin(second, ['Zakupy: mleko|2 l|open']);
  expect((await account.items()).map(({ description, quantity }) => [description, quantity])).toEqual([
    ['mleko', '2 l'],
  ]);
  expect(await account.lists()).toHaveLength(1);
});
