import { describe, expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { allSent, attackWorld, countSent, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';

const world = attackWorld();
const A_MINUTE = 60_000;

/** A list of one person that another has joined, with milk in it; each has a device that has read it. */
const shared = async () => {
  const [owner, member] = [await world.signUp(), await world.signUp()];
  const before = await copyDatabase(world.server.database);
  const owners = await openPulled(owner.browser());
  const listId = owners.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = owners.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(owners);
  await allSent(owners);
  const [list] = await owner.lists();
  const unshared = await copyDatabase(world.server.database);
  for (const { call } of [owner, member]) await call('PUT', '/users/me', { name: 'Ktoś' });
  const { code } = await owner.call('POST', `/lists/${list?.documentId}/invites`);
  await member.call('POST', '/invites/accept', { code });
  const members = await openPulled(member.browser());
  await seesWithin(members, ['Zakupy: mleko||open']);
  await sync(owners, true);
  const setBackTo = async (copy: typeof before) => {
    await setBackDatabase(world.server.database, copy);
    world.server.clock.now += A_MINUTE;
    world.server.seen.length = 0;
  };
  return { owner, member, owners, members, listId, milk, before, unshared, setBackTo };
};

const offered = (tab: TestTab) =>
  Object.values(selectRecoveryOffers(tab.store.getState())).map(({ name, items }) => [
    name,
    ...items.map(({ description }) => description),
  ]);

describe('given a server that was set back to before a list was shared', () => {
  test('when a member’s device is back first, then it makes the list nobody’s, and offers what stood in it', async () => {
    const { member, members, before, setBackTo } = await shared();
    await setBackTo(before);
    await sync(members, true);
    await eventually(
      () => offered(members),
      (lists) => lists.length === 1,
    );
    await sync(members, true);
    expect(offered(members)).toEqual([['Zakupy', 'mleko']]);
    expect(seenIn(members.store)).toEqual([]);
    expect(countSent(world.server, 'POST')).toBe(0);
    expect(await member.lists()).toEqual([]);
  });

  test('when the owner’s device is back, then the list and its items are there again for the owner', async () => {
    const { owner, owners, members, before, setBackTo } = await shared();
    await setBackTo(before);
    await sync(members, true);
    await sync(owners, true);
    await allSent(owners);
    expect((await owner.items()).map(({ description }) => description)).toEqual(['mleko']);
    expect((await owner.lists()).map(({ name }) => name)).toEqual(['Zakupy']);
  });

  test('when the list itself is known to the server, then what a member wrote since is offered and no row is made', async () => {
    const { members, listId, milk, unshared, setBackTo } = await shared();
    members.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2' } }));
    members.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(members);
    await allSent(members);
    await setBackTo(unshared);
    await sync(members, true);
    await sync(members, true);
    expect(offered(members)).toEqual([['Zakupy', 'mleko', 'chleb']]);
    expect(countSent(world.server, 'POST')).toBe(0);
  });
});

test('given an owner who removed a shared list, when the server is set back to before, then only the owner’s device removes it again', async () => {
  const { owner, member, owners, members, listId, setBackTo } = await shared();
  const withList = await copyDatabase(world.server.database);
  owners.store.dispatch(deleteList(listId));
  await sync(owners);
  await allSent(owners);
  await sync(members, true);
  expect(seenIn(members.store)).toEqual([]);
  await setBackTo(withList);
  await sync(members, true);
  expect(countSent(world.server, 'DELETE')).toBe(0);
  expect(seenIn(members.store)).toEqual(['Zakupy: mleko||open']);
  await sync(owners, true);
  await allSent(owners);
  expect(await owner.lists()).toEqual([]);
  expect(await member.lists()).toEqual([]);
});
