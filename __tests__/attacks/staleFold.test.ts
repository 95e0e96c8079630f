import { expect, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, first, isMethod, openPulled, sync } from '../support/attackWorld';
import { type Fault, faults } from '../support/contractServer';
import { namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

test('the first touch after waking does not take along what was sent while the tab slept', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser);
  const sleeper = await browser.openTab();
  const listId = sleeper.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = sleeper.store.dispatch(addItem(listId, { description: 'mleko' }));
  await settled();
  await sync(leader);
  await allSent(sleeper);
  world.server.wire = () => faults.lost;
  sleeper.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await settled();
  sleeper.sleep();
  world.server.wire = null;
  // Another window sends it; the worker would as well.
  await sync(leader);
  await allSent(leader);
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
  sleeper.wake();
  sleeper.store.dispatch(itemChecked({ listId, itemId, done: true }));
  await settled();
  await sync(leader);
  await sync(sleeper);
  await allSent(sleeper);
  await allSent(leader);
  const [now] = await account.items();
  expect([now?.quantity, now?.done]).toEqual(['12', true]);
});

test('an act beside a window that sends the last one of its row does not say that again, over what others made of it', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  let onSending = (): void => undefined;
  const leader = await openPulled(browser, {
    openUserDatabase: namedDatabases('beside', { inFlight: () => onSending() }),
  });
  const other = await browser.openTab({ openUserDatabase: namedDatabases('beside') });
  const listId = other.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = other.store.dispatch(addItem(listId, { description: 'mleko' }));
  await settled();
  await sync(leader);
  await allSent(other);
  const [sent] = await account.items();
  other.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await settled();
  onSending = () => {
    onSending = () => undefined;
    other.store.dispatch(itemChecked({ listId, itemId, done: true }));
  };
  const thenCorrected: Fault = async (request, send) => {
    const lost = await faults.answerLost(request, send);
    await account.call('PUT', `/list-items/${sent?.documentId}`, { data: { quantity: '12' } });
    return lost;
  };
  world.server.wire = first(isMethod('PUT'), thenCorrected);
  await sync(leader);
  await settled();
  await sync(leader);
  await allSent(leader);
  const [now] = await account.items();
  expect([now?.quantity, now?.done]).toEqual(['12', true]);
});
