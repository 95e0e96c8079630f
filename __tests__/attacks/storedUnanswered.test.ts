import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import { askedThrough, failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

/** A disk that carries out what is written while it is silent, but answers nothing. */
const silentDisk = (name: string) => {
  const disk = { isSilent: false };
  const silent = (): void => failIf(disk.isSilent, NO_ANSWER);
  const writes = { changes: silent, inFlight: silent, removals: silent, base: silent };
  const openUserDatabase = askedThrough(silent, namedDatabases(name, { read: silent }, writes));
  return { disk, ports: { openUserDatabase } };
};

test('given a word that the disk stored without an answer, when another window sent it and then a newer one, then the older is not sent again', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const good = { openUserDatabase: namedDatabases('stored-unanswered') };
  const { disk, ports } = silentDisk('stored-unanswered');
  const first = await openPulled(browser, good);
  const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  const [second, third] = [await browser.openTab(ports), await browser.openTab(good)];
  await seesWithin(second, ['Zakupy: mleko||open']);
  await seesWithin(third, ['Zakupy: mleko||open']);

  disk.isSilent = true;
  second.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  second.setVisible(false);
  await settled();
  // What the third window stores lets the first one read the disk. The second one cannot.
  third.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'chleb' } }));
  await seesWithin(first, ['Zakupy: chleb|2|open']);
  await sync(first);
  await allSent(first);
  first.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '3' } }));
  await sync(first);
  await allSent(first);
  expect(await account.items()).toMatchObject([{ description: 'chleb', quantity: '3' }]);

  disk.isSilent = false;
  third.kill();
  first.kill();
  second.setVisible(true);
  await settled();
  await sync(second, true);
  await allSent(second);
  expect(await account.items()).toMatchObject([{ description: 'chleb', quantity: '3' }]);
  expect(seenIn(second.store)).toEqual(['Zakupy: chleb|3|open']);
});
