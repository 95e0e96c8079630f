import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem, undoRemoval } from '../../src/store/acts/rowThunks';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  unsent,
  watch,
} from '../support/attackWorld';
import { answering, faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';
import { settled } from '../support/settled';

const world = attackWorld();
const A_MINUTE = 60_000;

/** Two windows of one browser; the disk gives the first one no answer while it is silent. */
const twoWindows = async (name: string) => {
  const account = await world.signUp();
  const browser = account.browser();
  const disk = { isSilent: false };
  const silent = (): void => failIf(disk.isSilent, NO_ANSWER);
  const first = await openPulled(browser, {
    openUserDatabase: namedDatabases(name, { changes: silent, inFlight: silent, base: silent, removals: silent }),
  });
  const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  return { account, disk, first, listId, second: () => browser.openTab({ openUserDatabase: namedDatabases(name) }) };
};

test('given an unanswered write with a word of another window, when that window has sent a newer one, then the write says only its own words again', async () => {
  const { account, disk, first, listId, second } = await twoWindows('others-word');
  const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  const other = await second();
  await seesWithin(other, ['Zakupy: mleko||open']);

  // Only the first window knows the quantity. The text of the other one is on disk.
  disk.isSilent = true;
  world.server.wire = always(isWrite, faults.lost);
  first.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  other.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'chleb' } }));
  await seesWithin(first, ['Zakupy: chleb|2|open']);
  const before = countSent(world.server, 'PUT', 'list-items');
  await sync(first);
  // It would be sent without its in-flight write on disk. But the window remembers what it would have sent.
  expect(countSent(world.server, 'PUT', 'list-items')).toBe(before);
  expect(first.store.getState().data.log.inFlight[itemId]).toMatchObject({
    fields: { description: 'chleb', quantity: '2' },
  });

  first.setVisible(false);
  await settled();
  other.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'masło' } }));
  world.server.wire = null;
  await sync(other);
  await allSent(other);
  expect((await account.items()).map(({ description }) => description)).toEqual(['masło']);

  disk.isSilent = false;
  other.setVisible(false);
  first.setVisible(true);
  await eventually(
    () => unsent(first),
    (count) => count === 0,
  );
  await sync(first, true);
  expect((await account.items()).map(({ description, quantity }) => `${description} ${quantity}`)).toEqual(['masło 2']);
  expect(seenIn(first.store)).toEqual(['Zakupy: masło|2|open']);
});

test('given a leader on Logs whose disk gives no answer about an undone removal, when another window wants the stream, then it does not get the lead, and the item stays', async () => {
  const { account, disk, first, listId, second } = await twoWindows('undone-removal');
  const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  const other = await second();
  world.server.wire = always(isWrite, answering(503, 'down'));
  const removed = first.store.dispatch(deleteItem(listId, itemId));
  await seesWithin(other, ['Zakupy: ']);

  disk.isSilent = true;
  first.store.dispatch(undoRemoval(removed));
  watch(other);
  await settled();
  world.server.wire = null;
  await sync(other);
  await settled();
  expect(await account.items()).toMatchObject([{ description: 'mleko' }]);

  disk.isSilent = false;
  await sync(first);
  await allSent(first);
  expect(await account.items()).toMatchObject([{ description: 'mleko' }]);
  await seesWithin(other, ['Zakupy: mleko||open']);
});

test('given a row made again on a server that was set back, and not sent, when another window has sent a newer word, then that word stays', async () => {
  const { account, disk, first, listId, second } = await twoWindows('made-again');
  await sync(first);
  await allSent(first);
  const copy = await copyDatabase(world.server.database);
  world.server.clock.now += A_MINUTE;
  const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  const other = await second();
  await seesWithin(other, ['Zakupy: mleko||open']);
  const elsewhere = await openPulled(account.browser());
  world.server.wire = always(isWrite, faults.lost);
  first.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'chleb' } }));
  await seesWithin(other, ['Zakupy: chleb||open']);

  disk.isSilent = true;
  await setBackDatabase(world.server.database, copy);
  world.server.clock.now += A_MINUTE;
  await sync(first, true);
  expect(first.store.getState().data.log.inFlight[itemId]).toMatchObject({ kind: 'create' });

  // Another device makes the row again.
  world.server.wire = null;
  await sync(elsewhere, true);
  await allSent(elsewhere);
  world.server.wire = always(isWrite, faults.lost);
  first.setVisible(false);
  await settled();
  world.server.wire = null;
  other.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'masło' } }));
  await sync(other, true);
  await allSent(other);
  expect((await account.items()).map(({ description }) => description)).toEqual(['masło']);

  disk.isSilent = false;
  other.setVisible(false);
  first.setVisible(true);
  await sync(first, true);
  await allSent(first);
  await sync(first, true);
  expect((await account.items()).map(({ description }) => description)).toEqual(['masło']);
});
