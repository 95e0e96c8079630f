import { expect, test } from '@jest/globals';
import { listEdited, listLeft } from '../../src/store/acts/intents';
import { transferItems } from '../../src/store/acts/moveThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { deleteSharedList, undoSharedRemoval } from '../../src/store/acts/sharedRemoval';
import { allSent, attackWorld, openPulled, seenIn, sync } from '../support/attackWorld';
import { shareList } from '../support/sharedList';

/** A list that is removed before earlier changes of its items were sent, and restored by the server. */

const world = attackWorld();

const shared = () => shareList(world);

test('given an item that was moved out just before, then it is not doubled', async () => {
  const { owner, owners, listId, milk } = await shared();
  const other = owners.store.dispatch(addList({ name: 'Inna', icon: 'tomato' }));
  await sync(owners);
  await allSent(owners);
  owners.store.dispatch(transferItems('move', listId, other, [milk]));
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  await allSent(owners);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  expect(seenIn(owners.store)).toEqual(['Dom: chleb||open', 'Inna: mleko||open']);
  expect((await owner.items()).map(({ description }) => description).sort()).toEqual(['chleb', 'mleko']);
});

test('given an item that was added just before, then it is back with the list', async () => {
  const { owners, listId } = await shared();
  owners.store.dispatch(addItem(listId, { description: 'ser' }));
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  await allSent(owners);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  expect(seenIn(owners.store)).toEqual(['Dom: mleko||open, chleb||open, ser||open']);
});

test('given a list that was renamed just before, then it is back with its new name', async () => {
  const { owners, listId } = await shared();
  owners.store.dispatch(listEdited({ listId, fields: { name: 'Wspólna' } }));
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  await allSent(owners);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  expect(seenIn(owners.store)).toEqual(['Wspólna: mleko||open, chleb||open']);
});

test('given a member who renamed the list and then left it, then the others see the new name', async () => {
  const { owner, member, listId } = await shared();
  const members = await openPulled(member.browser());
  members.setOnline(false);
  members.store.dispatch(listEdited({ listId, fields: { name: 'Wspólna' } }));
  members.store.dispatch(listLeft({ listId }));
  members.setOnline(true);
  await sync(members);
  await allSent(members);
  expect((await owner.lists()).map(({ name }) => name)).toEqual(['Wspólna']);
});
