import { expect, test } from '@jest/globals';
import type { ItemId, ListId } from '../../src/contract/ids';
import { listLeft } from '../../src/store/acts/intents';
import { transferItems } from '../../src/store/acts/moveThunks';
import { addList, deleteItem } from '../../src/store/acts/rowThunks';
import { acceptInvite, createInvite } from '../../src/store/acts/sharingThunks';
import { allSent, attackWorld, countSent, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { copyDatabase, setBackDatabase } from '../support/setBackDatabase';
import { shareList } from '../support/sharedList';

/** A member removes something from a shared list, and no device of the owner hears of it. Then the server is set back. */

const world = attackWorld();
const A_MINUTE = 60_000;

const settle = async (tab: TestTab): Promise<void> => {
  await sync(tab, true);
  await allSent(tab);
};

const shared = async () => {
  const list = await shareList(world);
  const members = await openPulled(list.member.browser());
  const ownList = members.store.dispatch(addList({ name: 'Moja', icon: 'tomato' }));
  await settle(members);
  await seesWithin(members, ['Dom: mleko||open, chleb||open', 'Moja: ']);
  const copy = await copyDatabase(world.server.database);
  list.owners.setOnline(false);
  const setBack = async (): Promise<void> => {
    await setBackDatabase(world.server.database, copy);
    world.server.clock.now += A_MINUTE;
    world.server.seen.length = 0;
    list.owners.setOnline(true);
  };
  return { ...list, members, ownList, setBack };
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
    act(members, listId, milk, ownList);
    await settle(members);
    await setBack();
    for (const tab of [owners, members, owners]) await settle(tab);
    expect([seenIn(owners.store), seenIn(members.store)]).toEqual([['Dom: chleb||open'], ['Dom: chleb||open', own]]);
  },
);

test('given a member who has left the list, when the server is set back to before, then no items are removed', async () => {
  const { owners, members, listId, setBack } = await shared();
  members.store.dispatch(listLeft({ listId }));
  await settle(members);
  await setBack();
  for (const tab of [owners, members, owners]) await settle(tab);
  expect([countSent(world.server, 'DELETE'), seenIn(owners.store)]).toEqual([0, ['Dom: mleko||open, chleb||open']]);
});

test('given a member who has left the list and joined it again, when the server is set back to before, then no items are removed', async () => {
  const { owners, members, listId, setBack } = await shared();
  members.store.dispatch(listLeft({ listId }));
  await settle(members);
  owners.setOnline(true);
  const invite = await owners.store.dispatch(createInvite(listId));
  if (invite.kind !== 'ok') throw new Error('no invitation');
  await members.store.dispatch(acceptInvite(invite.value.code));
  await seesWithin(members, ['Dom: mleko||open, chleb||open', 'Moja: ']);
  await setBack();
  for (const tab of [owners, members, owners]) await settle(tab);
  expect([countSent(world.server, 'DELETE'), seenIn(owners.store)]).toEqual([0, ['Dom: mleko||open, chleb||open']]);
});
