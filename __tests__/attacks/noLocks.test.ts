import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/intents';
import { addItem, addList } from '../../src/store/rowThunks';
import type { RequestLock } from '../../src/sync/browserLock';
import { allSent, attackWorld, first, isMethod, openPulled, seesWithin, sync } from '../support/attackWorld';
import { faults } from '../support/contractServer';

const world = attackWorld();

/** Over plain HTTP in a LAN a browser has no Web Locks: every window leads. */
const noLocks: RequestLock = (_name, _signal, held) => held();

test('given two windows that both lead, when a write of one is sent unheard and repeated by the other, then it is applied once', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const one = await openPulled(browser, { lock: noLocks });
  const two = await openPulled(browser, { lock: noLocks });
  const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = one.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(one);
  await allSent(one);
  await seesWithin(two, ['Zakupy: mleko||open']);

  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  one.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await seesWithin(two, ['Zakupy: mleko|2|open']);
  await sync(one);
  const [row] = await account.items();
  expect(row).toMatchObject({ quantity: '2' });
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
  one.kill();
  await sync(two, true);
  await allSent(two);
  await sync(two, true);
  expect(await account.items()).toMatchObject([{ quantity: '12' }]);
});
