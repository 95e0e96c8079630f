import { describe, expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import {
  type Account,
  allSent,
  attackWorld,
  first,
  firstItemId,
  isMethod,
  onlyListId,
  openPulled,
  sync,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { NO_ROOM, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

/** A tab writes a quantity and never hears that it arrived. */
const writesUnheard = async (tab: TestTab) => {
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  await allSent(tab);
  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await sync(tab);
};

/** Another person saw it, and knows better. */
const correctsIt = async (account: Account) => {
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
};

describe('one disk is one device', () => {
  test('two tabs that open a new disk at the same time read one name', async () => {
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `device-${ids}`;
    };
    const user = asUserId('raced');
    const [a, b] = [openUserDatabase(user, newId), openUserDatabase(user, newId)];
    const [one, two] = await Promise.all([a.read(), b.read()]);
    const now = await a.read();
    expect([one.device, two.device]).toEqual([now.device, now.device]);
  });

  test('two tabs that sign in together repeat an unanswered write under one key', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    Object.assign(browser.session, { token: null, user: null });
    const [one, two] = [await browser.openTab(), await browser.openTab()];
    two.setVisible(false);
    await one.store.dispatch(logIn(account.email, 'a good password'));
    await settled();
    await writesUnheard(one);
    await correctsIt(account);
    one.kill();
    two.setVisible(true);
    await settled();
    await sync(two);
    await allSent(two);
    expect((await account.items())[0]?.quantity).toBe('12');
  });

  test('a tab whose disk had no room for a database repeats an unanswered write under one key when its user comes back', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const tab = await openPulled(browser, {
      // A new database holds its name from the beginning: where that finds no room, there is none.
      openUserDatabase: (user, newId) => ({
        ...namedDatabases('nameless')(user, newId),
        open: () => Promise.reject(NO_ROOM),
      }),
    });
    await writesUnheard(tab);
    world.server.wire = () => faults.lost;
    await tab.store.dispatch(signOut());
    world.server.wire = null;
    await correctsIt(account);
    await tab.store.dispatch(logIn(account.email, 'a good password'));
    await settled();
    await sync(tab);
    await allSent(tab);
    expect((await account.items())[0]?.quantity).toBe('12');
  });

  test('given two tabs that open a new disk together, then neither treats it as wiped', async () => {
    const account = await world.signUp();
    const other = await openPulled(account.browser());
    const milkList = other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    other.store.dispatch(addItem(milkList, { description: 'mleko' }));
    await sync(other);
    await allSent(other);
    other.kill();
    const browser = account.browser();
    Object.assign(browser.session, { token: null, user: null });
    const [one, two] = [await browser.openTab(), await browser.openTab()];
    // Which of the two makes the database, and names it, is chance: here the one in front, in which the person signs in.
    two.setVisible(false);
    await one.store.dispatch(logIn(account.email, 'a good password'));
    await settled();
    const listId = onlyListId(one);
    const itemId = firstItemId(one);
    world.server.wire = () => faults.lost;
    one.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await settled();
    // Frozen: it hears nothing of what comes.
    two.sleep();
    world.server.wire = null;
    await sync(one);
    await allSent(one);
    one.setVisible(false);
    await settled();
    const [row] = await account.items();
    await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
    one.kill();
    two.wake();
    await settled();
    await sync(two);
    await allSent(two);
    expect((await account.items())[0]?.quantity).toBe('12');
  });
});
