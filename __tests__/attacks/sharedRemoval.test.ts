import { describe, expect, jest, test } from '@jest/globals';
import type { ListId } from '../../src/contract/ids';
import { deleteItem } from '../../src/store/acts/rowThunks';
import { deleteListLater, deleteSharedList, undoSharedRemoval } from '../../src/store/acts/sharedRemoval';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import {
  allSent,
  attackWorld,
  first,
  flushed,
  isMethod,
  openPulled,
  seenIn,
  seesWithin,
  sync,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { shareList } from '../support/sharedList';

/** Removing a list that others are in, and thinking better of it. */

const world = attackWorld();

/** The list, and a device of the member that has read it too. */
const shared = async () => {
  const list = await shareList(world);
  const members = await openPulled(list.member.browser());
  await seesWithin(members, BOTH);
  world.server.seen.length = 0;
  return { ...list, members };
};

const BOTH = ['Dom: mleko||open, chleb||open'];
const deletions = (): number => world.server.seen.filter(({ method }) => method === 'DELETE').length;

test('given a removal that has not left yet, when it is undone, then nobody else hears of it, and what else waits stays', async () => {
  const { owner, browser, owners: before, members, listId, milk } = await shared();
  before.setOnline(false);
  before.store.dispatch(deleteItem(listId, milk));
  const removed = before.store.dispatch(deleteSharedList(listId));
  expect(seenIn(before.store)).toEqual([]);
  expect(await before.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  expect(seenIn(before.store)).toEqual(['Dom: chleb||open']);
  await flushed(before);
  before.kill();
  const owners = await openPulled(browser);
  await sync(owners);
  await allSent(owners);
  // The milk's own removal, and no other.
  expect(deletions()).toBe(1);
  await sync(members, true);
  expect([seenIn(members.store), (await owner.lists()).length]).toEqual([['Dom: chleb||open'], 1]);
});

test('given a removal that all have heard of, when it is undone, then the list is back for all of them', async () => {
  const { member, owners, members, listId } = await shared();
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  await allSent(owners);
  await sync(members, true);
  expect([seenIn(owners.store), seenIn(members.store), deletions()]).toEqual([[], [], 1]);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  await sync(members, true);
  expect([seenIn(owners.store), seenIn(members.store)]).toEqual([BOTH, BOTH]);
  expect((await member.lists()).map(({ role, members: count }) => [role, count])).toEqual([['member', 2]]);
});

test('given a removal whose answer was lost, when it is undone, then the list is back', async () => {
  const { owners, members, listId } = await shared();
  world.server.wire = first(isMethod('DELETE', 'lists'), faults.answerLost);
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  await sync(members, true);
  expect([seenIn(owners.store), seenIn(members.store)]).toEqual([BOTH, BOTH]);
});

test('given a restore whose answer was lost, when a removal is undone, then the list is back, and that is said', async () => {
  const { owners, listId } = await shared();
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  await allSent(owners);
  world.server.wire = first(({ url }) => url.endsWith('/restore'), faults.answerLost);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  expect(seenIn(owners.store)).toEqual(BOTH);
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
});

test('given a page that is closed at once, then the list goes all the same', async () => {
  const { owner, browser, owners, listId } = await shared();
  owners.setOnline(false);
  owners.store.dispatch(deleteSharedList(listId));
  await flushed(owners);
  owners.kill();
  const again = await openPulled(browser);
  await sync(again);
  await allSent(again);
  expect([seenIn(again.store), await owner.lists()]).toEqual([[], []]);
});

test('given no network when a removal that was sent is undone, then that is said, and the list can be brought back later', async () => {
  const { owners, listId } = await shared();
  const removed = owners.store.dispatch(deleteSharedList(listId));
  await sync(owners);
  await allSent(owners);
  world.server.wire = () => faults.lost;
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('failed');
  world.server.wire = null;
  expect(await owners.store.dispatch(undoSharedRemoval(removed))).toBe('back');
  expect(seenIn(owners.store)).toEqual(BOTH);
});

describe('a list that is deleted only after the time for undo, where the provider cannot restore lists', () => {
  const deleteLater = (tab: TestTab, listId: ListId): (() => void) => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    tab.store.dispatch(deleteListLater(listId, 9_999, () => undefined));
    const [callback] = timers.mock.calls.find(([, ms]) => ms === 9_999) ?? [];
    timers.mockRestore();
    return callback as () => void;
  };

  test('goes then', async () => {
    const { owners, listId } = await shared();
    deleteLater(owners, listId)();
    expect(seenIn(owners.store)).toEqual([]);
  });

  test('stays for another member who has signed in meanwhile', async () => {
    const { owners, member, listId } = await shared();
    const passTime = deleteLater(owners, listId);
    await owners.store.dispatch(signOut());
    await owners.store.dispatch(logIn(member.email, 'a good password'));
    await seesWithin(owners, BOTH);
    passTime();
    expect(seenIn(owners.store)).toEqual(BOTH);
  });
});
