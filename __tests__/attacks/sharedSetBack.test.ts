import { describe, expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import { selectSetBacks } from '../../src/store/state/syncSlice';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { allSent, attackWorld, countSent, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
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

test.each(['removed by the owner', 'left on another device'])(
  'given a list that is %s between the answers with lists and with items, then nobody is told of a server that was set back',
  async (how) => {
    const [owner, member] = [await world.signUp(), await world.signUp()];
    for (const { call } of [owner, member]) await call('PUT', '/users/me', { name: 'Ktoś' });
    const owners = await openPulled(owner.browser());
    const listId = owners.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    owners.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(owners);
    await allSent(owners);
    const at = `/lists/${(await owner.lists())[0]?.documentId}`;
    const { code } = await owner.call('POST', `${at}/invites`);
    await member.call('POST', '/invites/accept', { code });
    let ends: (() => Promise<unknown>) | null = null;
    const lost = gate();
    const members = await openPulled(member.browser(), {
      fetch: async (input, init) => {
        if (ends && String(input).includes('/list-items?')) await lost.opened;
        const answer = await fetch(input, init);
        if (ends && String(input).includes('/lists?')) {
          const end = ends;
          ends = null;
          await end();
          lost.open();
        }
        return answer;
      },
    });
    await seesWithin(members, ['Zakupy: mleko||open']);
    const people = (await owner.call('GET', `${at}/members`)).members as unknown as readonly {
      id: string;
      isMe: boolean;
    }[];
    const who = people.find(({ isMe }) => !isMe);
    ends = () =>
      how === 'removed by the owner'
        ? owner.call('DELETE', `${at}/members/${who?.id}`)
        : member.call('DELETE', `${at}/members/me`);
    await sync(members, true);
    await sync(members, true);
    expect([seenIn(members.store), selectSetBacks(members.store.getState()), offered(members)]).toEqual([[], 0, []]);
  },
);
