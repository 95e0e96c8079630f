import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { selectSharing } from '../../src/store/view/sharingSelectors';
import { allSent, attackWorld, openPulled, seesWithin, sync } from '../support/attackWorld';
import { answering } from '../support/contractServer';

const world = attackWorld();

test('given a member whose app has not learned what the provider offers, then it knows their role, so that it offers no deletion', async () => {
  const [owner, member] = [await world.signUp(), await world.signUp()];
  for (const { call } of [owner, member]) await call('PUT', '/users/me', { name: 'Ktoś' });
  const owners = await openPulled(owner.browser());
  const listId = owners.store.dispatch(addList({ name: 'Dom', icon: 'house' }));
  await sync(owners);
  await allSent(owners);
  const { code } = await owner.call('POST', `/lists/${(await owner.lists())[0]?.documentId}/invites`);
  await member.call('POST', '/invites/accept', { code });
  world.server.wire = (request) => (request.url.includes('capabilities') ? answering(503, 'later') : null);
  const members = await openPulled(member.browser());
  await seesWithin(members, ['Dom: ']);
  expect(selectSharing(members.store.getState(), listId)).toEqual({ role: 'member', members: 2 });
});
