import { expect, test } from '@jest/globals';
import type { ItemId, ListId } from '../../src/contract/ids';
import { listLeft } from '../../src/store/acts/intents';
import { transferItems } from '../../src/store/acts/moveThunks';
import { addList, deleteItem } from '../../src/store/acts/rowThunks';
import { acceptInvite, createInvite } from '../../src/store/acts/sharingThunks';
import { attackWorld, countSent, openPulled, seenIn, seesWithin, settle } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { takeBackup } from '../support/setBackDatabase';
import { shareList } from '../support/sharedList';

/** A member removes something from a shared list, and no device of the owner hears of it. Then the server is set back. */

const world = attackWorld();

const shared = async () => {
  const list = await shareList(world);
  const members = await openPulled(list.member.browser());
  const ownList = members.store.dispatch(addList({ name: 'Moja', icon: 'tomato' }));
  await settle(members);
  await seesWithin(members, ['Dom: mleko||open, chleb||open', 'Moja: ']);
  return { ...list, members, ownList, setBack: await takeBackup(world.server) };
};

/** The member leaves the list, and joins it again by a new invitation. */
const rejoin = async ({ owners, members, listId }: Awaited<ReturnType<typeof shared>>): Promise<void> => {
  members.store.dispatch(listLeft({ listId }));
  await settle(members);
  const invite = await owners.store.dispatch(createInvite(listId));
  if (invite.kind !== 'ok') throw new Error('no invitation');
  await members.store.dispatch(acceptInvite(invite.value.code));
  await seesWithin(members, ['Dom: mleko||open, chleb||open', 'Moja: ']);
};

type Act = (members: TestTab, listId: ListId, milk: ItemId, ownList: ListId) => unknown;
const ACTS: readonly (readonly [string, Act, string])[] = [
  ['removed', ({ store }, listId, milk) => store.dispatch(deleteItem(listId, milk)), 'Moja: '],
  [
    'moved to another list',
    ({ store }, listId, milk, ownList) => store.dispatch(transferItems('move', listId, ownList, [milk])),
    'Moja: mleko||open',
  ],
];

test.each(ACTS)(
  'given an item that a member has %s, when the server is set back to before, then it is not back in the shared list',
  async (_how, act, own) => {
    const { owners, members, listId, milk, ownList, setBack } = await shared();
    owners.setOnline(false);
    act(members, listId, milk, ownList);
    await settle(members);
    await setBack();
    owners.setOnline(true);
    for (const tab of [owners, members, owners]) await settle(tab);
    expect([seenIn(owners.store), seenIn(members.store)]).toEqual([['Dom: chleb||open'], ['Dom: chleb||open', own]]);
  },
);

test('given a member who has left the list, when the server is set back to before, then no items are removed', async () => {
  const { owners, members, listId, setBack } = await shared();
  owners.setOnline(false);
  members.store.dispatch(listLeft({ listId }));
  await settle(members);
  await setBack();
  owners.setOnline(true);
  for (const tab of [owners, members, owners]) await settle(tab);
  expect([countSent(world.server, 'DELETE'), seenIn(owners.store)]).toEqual([0, ['Dom: mleko||open, chleb||open']]);
});

test('given a member who has left the list and joined it again, when the server is set back to before, then no items are removed', async () => {
  const list = await shared();
  const { owners, members, setBack } = list;
  await rejoin(list);
  await setBack();
  for (const tab of [owners, members, owners]) await settle(tab);
  expect([countSent(world.server, 'DELETE'), seenIn(owners.store)]).toEqual([0, ['Dom: mleko||open, chleb||open']]);
});

test('given a member who has joined the list again and then removed an item, when the server forgets that, then it is removed again', async () => {
  const list = await shared();
  const { owners, members, listId, milk } = list;
  await rejoin(list);
  await settle(members);
  const setBack = await takeBackup(world.server);
  owners.setOnline(false);
  members.store.dispatch(deleteItem(listId, milk));
  await settle(members);
  await setBack();
  owners.setOnline(true);
  for (const tab of [owners, members, owners]) await settle(tab);
  expect(seenIn(owners.store)).toEqual(['Dom: chleb||open']);
});
