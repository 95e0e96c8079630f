import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, type attackWorld, openPulled, sync } from './attackWorld';

/** A list with milk and bread in it, of one person and another who joined it, and the owner's device that has read it. */
export const shareList = async (world: ReturnType<typeof attackWorld>) => {
  const [owner, member] = [await world.signUp(), await world.signUp()];
  for (const { call } of [owner, member]) await call('PUT', '/users/me', { name: 'Ktoś' });
  const browser = owner.browser();
  const owners = await openPulled(browser);
  const listId = owners.store.dispatch(addList({ name: 'Dom', icon: 'house' }));
  const milk = owners.store.dispatch(addItem(listId, { description: 'mleko' }));
  owners.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(owners);
  await allSent(owners);
  const documentId = (await owner.lists())[0]?.documentId;
  const { code } = await owner.call('POST', `/lists/${documentId}/invites`);
  await member.call('POST', '/invites/accept', { code });
  await sync(owners, true);
  world.server.seen.length = 0;
  return { owner, member, browser, owners, listId, milk };
};
