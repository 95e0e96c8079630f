import { describe, expect, test } from '@jest/globals';
import { itemChecked, listLeft } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { selectIsRoundRunning } from '../../src/store/state/loadingSlice';
import { selectRefusals } from '../../src/store/view/viewSelectors';
import {
  type Account,
  allSent,
  attackWorld,
  first,
  isMethod,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { eventually } from '../support/eventually';

/** Leaving a shared list is an act like any other: it works offline, and goes out later. */

const world = attackWorld();

const join = async (owner: Account, documentId: unknown, newcomer: Account): Promise<void> => {
  const { code } = await owner.call('POST', `/lists/${documentId}/invites`);
  await newcomer.call('POST', '/invites/accept', { code });
};

/** A list of the first of so many people, with milk and bread in it, which the others joined; each has a device that has read it. */
const shared = async (count: number) => {
  const people: Account[] = [];
  for (let at = 0; at < count; at += 1) people.push(await world.signUp());
  const [owner] = people as [Account];
  for (const { call } of people) await call('PUT', '/users/me', { name: 'Ktoś' });
  const owners = await openPulled(owner.browser());
  const listId = owners.store.dispatch(addList({ name: 'Dom', icon: 'house' }));
  const milk = owners.store.dispatch(addItem(listId, { description: 'mleko' }));
  const bread = owners.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(owners);
  await allSent(owners);
  const documentId = (await owner.lists())[0]?.documentId;
  const tabs: TestTab[] = [owners];
  for (const newcomer of people.slice(1)) {
    await join(owner, documentId, newcomer);
    tabs.push(await openPulled(newcomer.browser()));
  }
  world.server.seen.length = 0;
  return { people, tabs, listId, milk, bread, documentId };
};

const removals = (): string[] =>
  world.server.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path.replace(/^\/api/, ''));
const members = async ({ call }: Account, documentId: unknown): Promise<number> =>
  ((await call('GET', `/lists/${documentId}/members`)) as unknown as { members: unknown[] }).members.length;

describe('given a member who leaves a list offline', () => {
  test('then the list disappears at once, and the server gets a leave, not a deletion', async () => {
    const { people, tabs, listId, documentId } = await shared(2);
    const [owner, member] = people as [Account, Account];
    const [owners, leaver] = tabs as [TestTab, TestTab];
    leaver.setOnline(false);
    leaver.store.dispatch(listLeft({ listId }));
    expect(seenIn(leaver.store)).toEqual([]);
    leaver.setOnline(true);
    await sync(leaver);
    await allSent(leaver);
    expect(removals()).toEqual([`/lists/${documentId}/members/me`]);
    expect([await member.lists(), await members(owner, documentId)]).toEqual([[], 1]);
    await sync(owners, true);
    expect(seenIn(owners.store)).toEqual(['Dom: mleko||open, chleb||open']);
    expect(seenIn(leaver.store)).toEqual([]);
  });

  test('then earlier changes in it are sent first', async () => {
    const { tabs, listId, milk, bread } = await shared(2);
    const [owners, leaver] = tabs as [TestTab, TestTab];
    leaver.setOnline(false);
    leaver.store.dispatch(itemChecked({ listId, itemId: milk, done: true }));
    leaver.store.dispatch(deleteItem(listId, bread));
    leaver.store.dispatch(addItem(listId, { description: 'kawa' }));
    leaver.store.dispatch(listLeft({ listId }));
    leaver.setOnline(true);
    await sync(leaver);
    await allSent(leaver);
    await sync(owners, true);
    expect(seenIn(owners.store)).toEqual(['Dom: mleko||done, kawa||open']);
  });

  test('when the member has become the owner meanwhile, then the list passes to another member and is not deleted', async () => {
    const { people, tabs, listId, documentId } = await shared(3);
    const [owner, , third] = people as [Account, Account, Account];
    const [, leaver, last] = tabs as [TestTab, TestTab, TestTab];
    leaver.setOnline(false);
    leaver.store.dispatch(listLeft({ listId }));
    await owner.call('DELETE', `/lists/${documentId}/members/me`);
    leaver.setOnline(true);
    await sync(leaver);
    await allSent(leaver);
    await sync(last, true);
    expect(seenIn(last.store)).toEqual(['Dom: mleko||open, chleb||open']);
    expect((await third.lists()).map(({ role }) => role)).toEqual(['owner']);
  });

  test('when the member is alone in it by now, then the list stays, and Logs shows a refusal', async () => {
    const { people, tabs, listId, documentId } = await shared(2);
    const [owner, member] = people as [Account, Account];
    const [, leaver] = tabs as [TestTab, TestTab];
    leaver.setOnline(false);
    leaver.store.dispatch(listLeft({ listId }));
    await owner.call('DELETE', `/lists/${documentId}/members/me`);
    leaver.setOnline(true);
    await sync(leaver);
    await allSent(leaver);
    expect(seenIn(leaver.store)).toEqual(['Dom: mleko||open, chleb||open']);
    expect((await member.lists()).map(({ role }) => role)).toEqual(['owner']);
    expect(selectRefusals(leaver.store.getState()).map(({ status }) => status)).toEqual([400]);
  });

  test('when the list was deleted meanwhile, then the leave counts as done', async () => {
    const { people, tabs, listId, documentId } = await shared(2);
    const [owner] = people as [Account];
    const [, leaver] = tabs as [TestTab, TestTab];
    leaver.setOnline(false);
    leaver.store.dispatch(listLeft({ listId }));
    await owner.call('DELETE', `/lists/${documentId}`);
    leaver.setOnline(true);
    await sync(leaver);
    await allSent(leaver);
    expect(seenIn(leaver.store)).toEqual([]);
    expect(selectRefusals(leaver.store.getState())).toEqual([]);
  });
});

test('given a leave whose answer is lost, when the page dies, then it is repeated and applied once', async () => {
  const { people, listId, documentId } = await shared(2);
  const [owner, member] = people as [Account, Account];
  const browser = member.browser();
  const leaver = await openPulled(browser);
  world.server.seen.length = 0;
  world.server.wire = first(isMethod('DELETE', 'lists'), faults.answerLost);
  leaver.store.dispatch(listLeft({ listId }));
  await sync(leaver);
  expect(await members(owner, documentId)).toBe(1);
  leaver.kill();
  const again = await openPulled(browser);
  await sync(again);
  await allSent(again);
  expect(seenIn(again.store)).toEqual([]);
  expect(removals().every((path) => path.endsWith('/members/me'))).toBe(true);
  expect(selectRefusals(again.store.getState())).toEqual([]);
  expect((await owner.lists()).map(({ name }) => name)).toEqual(['Dom']);
});

test('given a list that was left here, when another device of the person joins it again, then it is shown here too', async () => {
  const { people, tabs, listId, documentId } = await shared(2);
  const [owner, member] = people as [Account, Account];
  const [, leaver] = tabs as [TestTab, TestTab];
  watch(leaver);
  leaver.store.dispatch(listLeft({ listId }));
  await sync(leaver);
  await allSent(leaver);
  await eventually(
    () => leaver.store.getState(),
    (state) => state.status.stream === 'connected' && !selectIsRoundRunning(state),
  );
  await join(owner, documentId, member);
  await seesWithin(leaver, ['Dom: mleko||open, chleb||open']);
});

test('given a leave whose answer is lost, when the person joins again elsewhere, then its repetition does not throw them out', async () => {
  const { people, tabs, listId, documentId } = await shared(2);
  const [owner, member] = people as [Account, Account];
  const [, leaver] = tabs as [TestTab, TestTab];
  world.server.wire = first(isMethod('DELETE', 'lists'), faults.answerLost);
  leaver.store.dispatch(listLeft({ listId }));
  await sync(leaver);
  expect(await member.lists()).toEqual([]);
  leaver.setOnline(false);
  world.server.wire = null;
  const { code } = await owner.call('POST', `/lists/${documentId}/invites`);
  await member.call('POST', '/invites/accept', { code });
  leaver.setOnline(true);
  await sync(leaver, true);
  await allSent(leaver);
  expect([await members(owner, documentId), seenIn(leaver.store)]).toEqual([2, ['Dom: mleko||open, chleb||open']]);
});
