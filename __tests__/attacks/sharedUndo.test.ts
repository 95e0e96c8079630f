import { expect, test } from '@jest/globals';
import { listEdited } from '../../src/store/acts/intents';
import { deleteSharedList, undoSharedRemoval } from '../../src/store/acts/sharedRemoval';
import { allSent, attackWorld, deaf, flushed, isMethod, seenIn, seesWithin, sync, watch } from '../support/attackWorld';
import { faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { shareList } from '../support/sharedList';

/** The undo of a shared list's removal in a window that has not heard what was sent, and beside an unanswered edit. */

const world = attackWorld();

const shared = () => shareList(world);

test('given a window that has not heard that the removal is on its way, when it undoes the removal, then it does not say that the list is back', async () => {
  const { owner, browser, owners, listId } = await shared();
  const second = await browser.openTab({ openChannel: deaf });
  await seesWithin(second, ['Dom: mleko||open, chleb||open']);
  const held = gate();
  let isOnItsWay = false;
  const removed = second.store.dispatch(deleteSharedList(listId));
  await flushed(second);
  world.server.wire = (request) =>
    request.method !== 'DELETE'
      ? null
      : async (_request, send) => {
          isOnItsWay = true;
          await held.opened;
          return send();
        };
  const round = sync(owners);
  await eventually(() => isOnItsWay, Boolean);
  // The second window has heard nothing yet.
  const told = await second.store.dispatch(undoSharedRemoval(removed));
  held.open();
  await round;
  await sync(owners, true);
  const alive = (await owner.lists()).map(({ name }) => name);
  expect([told, alive, seenIn(owners.store)]).toEqual(['failed', [], []]);
});

test('given a window that has not heard that the removal was answered, when it undoes the removal, then the list is back for all', async () => {
  const { owner, browser, owners, listId } = await shared();
  const second = await browser.openTab({ openChannel: deaf });
  await seesWithin(second, ['Dom: mleko||open, chleb||open']);
  const removed = second.store.dispatch(deleteSharedList(listId));
  await flushed(second);
  await sync(owners);
  const told = await second.store.dispatch(undoSharedRemoval(removed));
  await sync(owners, true);
  const alive = (await owner.lists()).map(({ name }) => name);
  expect([told, alive, seenIn(owners.store)]).toEqual(['back', ['Dom'], ['Dom: mleko||open, chleb||open']]);
});

test('given an unanswered edit of the list, when the list is removed and the removal undone without a network, then the removal is never sent', async () => {
  const { owner, owners, listId } = await shared();
  owners.store.dispatch(listEdited({ listId, fields: { name: 'Dom 2' } }));
  world.server.wire = (request) => (isMethod('PUT')(request) ? faults.lost : null);
  await sync(owners);
  expect(owners.store.getState().data.log.inFlight[listId]?.kind).toBe('update');
  owners.setOnline(false);
  const removed = owners.store.dispatch(deleteSharedList(listId));
  const outcome = await owners.store.dispatch(undoSharedRemoval(removed));
  owners.setOnline(true);
  world.server.wire = null;
  await sync(owners);
  await allSent(owners);
  expect([outcome, (await owner.lists()).map(({ name }) => name)]).toEqual(['back', ['Dom 2']]);
});

test('given a list that another device has removed too, when the unsent removal here is undone, then the list is back for all', async () => {
  const { owner, owners, listId } = await shared();
  const close = watch(owners);
  await settled();
  world.server.wire = (request) => (isMethod('DELETE')(request) ? faults.lost : null);
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await owner.call('DELETE', `/lists/${(await owner.lists())[0]?.documentId}`);
  await eventually(
    () => listId in owners.store.getState().data.base.lists,
    (isKnown) => !isKnown,
  );
  world.server.wire = null;
  const told = await owners.store.dispatch(undoSharedRemoval(removed));
  await sync(owners, true);
  close();
  const alive = (await owner.lists()).map(({ name }) => name);
  expect([told, alive, seenIn(owners.store)]).toEqual(['back', ['Dom'], ['Dom: mleko||open, chleb||open']]);
});
