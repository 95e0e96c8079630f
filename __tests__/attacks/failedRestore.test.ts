import { expect, test } from '@jest/globals';
import { v7 } from 'uuid';
import { loadRemovedLists, restoreRemovedList } from '../../src/store/acts/restoreListThunks';
import { addItem, addList, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, sync } from '../support/attackWorld';
import { faults } from '../support/contractServer';

const world = attackWorld();

test('given a removed list beside the one that an undo made in its place, when restoring it fails, then that is said', async () => {
  const account = await world.signUp();
  const here = await openPulled(account.browser());
  const listId = here.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  here.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(here);
  await allSent(here);
  const removed = here.store.dispatch(deleteList(listId));
  // Another device adds, and this one does not know it.
  await account.call('POST', '/list-items', { data: { uuid: v7(), list: listId, description: 'ser' } });
  await sync(here);
  await allSent(here);
  here.store.dispatch(undoRemoval(removed));
  await sync(here);
  await allSent(here);
  const [offer] = (await here.store.dispatch(loadRemovedLists())) ?? [];
  expect(offer?.items).toBeGreaterThan(1);
  world.server.wire = (request) => (request.url.endsWith('/restore') ? faults.lost : null);
  const outcome = await here.store.dispatch(restoreRemovedList(offer?.documentId ?? '', offer?.uuid ?? ''));
  expect([outcome, await here.store.dispatch(loadRemovedLists())]).toEqual(['failed', [offer]]);
});
