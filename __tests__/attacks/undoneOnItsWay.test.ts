import { expect, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { deleteSharedList, undoSharedRemoval } from '../../src/store/acts/sharedRemoval';
import { allSent, attackWorld, flushed, openPulled, seesWithin, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';

const world = attackWorld();

/** Two visible windows; the second one does not lead. */
test('given a window that does not lead, when a shared list is removed there and undone while the removal is on its way, then it is said that it failed, and not that the list is lost', async () => {
  const [owner, member] = [await world.signUp(), await world.signUp()];
  for (const { call } of [owner, member]) await call('PUT', '/users/me', { name: 'Ktoś' });
  const browser = owner.browser();
  const leader = await openPulled(browser);
  const listId = leader.store.dispatch(addList({ name: 'Dom', icon: 'house' }));
  leader.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(leader);
  await allSent(leader);
  const { code } = await owner.call('POST', `/lists/${(await owner.lists())[0]?.documentId}/invites`);
  await member.call('POST', '/invites/accept', { code });
  await sync(leader, true);
  const second = await browser.openTab();
  await seesWithin(second, ['Dom: mleko||open']);
  const held = gate();
  let isOnItsWay = false;
  world.server.wire = (request) =>
    request.method !== 'DELETE'
      ? null
      : async (_request, send) => {
          isOnItsWay = true;
          await held.opened;
          return send();
        };
  const removed = second.store.dispatch(deleteSharedList(listId));
  await flushed(second);
  const round = sync(leader);
  await eventually(() => isOnItsWay, Boolean);
  // The second window has read the write that is in flight.
  await eventually(() => listId in second.store.getState().data.log.inFlight, Boolean);
  const outcome = await second.store.dispatch(undoSharedRemoval(removed));
  held.open();
  await round;
  expect(outcome).toBe('failed');
  expect(await owner.call('GET', '/lists/removed')).toEqual([expect.objectContaining({ name: 'Dom', items: 1 })]);
});
