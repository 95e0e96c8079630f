import { describe, expect, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { allSent, attackWorld, first, isMethod, openPulled, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { failIf, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

/** A quantity was sent and not answered; its change found no room on the disk, its in-flight write did. Then the network went. */
const sentUnwritten = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const disk = { isFull: false };
  const ports = { openUserDatabase: namedDatabases('gap', { changes: () => failIf(disk.isFull) }) };
  const author = await openPulled(browser, ports);
  const listId = author.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = author.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(author);
  await allSent(author);
  disk.isFull = true;
  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  author.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await settled();
  await sync(author);
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  world.server.wire = () => faults.lost;

  return {
    account,
    author,
    browser,
    ports,
    /** Another person writes another quantity; the disk has room and the network is back. */
    corrected: async () => {
      disk.isFull = false;
      world.server.wire = null;
      await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
    },
    /** Another window writes the same row, and its answer takes the write off the disk. */
    settledBy: async (other: TestTab) => {
      await sync(other);
      other.store.dispatch(itemChecked({ listId, itemId, done: true }));
      await sync(other);
      await allSent(other);
    },
  };
};

describe('a change that no disk took keeps its in-flight write, though that was on disk and another tab settles the row,', () => {
  test('when the user signs out', async () => {
    const { account, author, browser, ports, corrected, settledBy } = await sentUnwritten();
    await author.store.dispatch(signOut());
    await corrected();
    // Another window of the same person, signed in while this one still shows the guest's screen.
    const held = browser.holdStorageEvents();
    const other = await browser.openTab(ports);
    await other.store.dispatch(logIn(account.email, 'a good password'));
    await settledBy(other);
    held.deliver();
    await settled();
    other.setVisible(false);
    await settled();
    await sync(author);
    await allSent(author);
    const [now] = await account.items();
    expect([now?.quantity, now?.done]).toEqual(['12', true]);
  });

  test('when its tab sleeps', async () => {
    const { account, author, browser, ports, corrected, settledBy } = await sentUnwritten();
    author.sleep();
    await settled();
    await corrected();
    const other = await openPulled(browser, ports);
    await settledBy(other);
    other.setVisible(false);
    author.wake();
    await settled();
    await sync(author);
    await allSent(author);
    const [now] = await account.items();
    expect([now?.quantity, now?.done]).toEqual(['12', true]);
  });
});
