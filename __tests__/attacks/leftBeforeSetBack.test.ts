import { describe, expect, test } from '@jest/globals';
import { itemEdited, listLeft } from '../../src/store/acts/intents';
import { deleteSharedList } from '../../src/store/acts/sharedRemoval';
import { always, attackWorld, countSent, isMethod, openPulled, seenIn, settle, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { takeBackup } from '../support/setBackDatabase';
import { shareList } from '../support/sharedList';

/** An owner leaves a shared list, which passes to another member. Then the server is set back to before that. */

const world = attackWorld();

const BEFORE = ['Dom: mleko||open, chleb||open'];
const AFTER = ['Dom: mleko|2 l|open, chleb||open'];

/** The owner's two devices and the member's one, which have read the list, and a copy of the server. */
const shared = async () => {
  const list = await shareList(world);
  const others = await openPulled(list.owner.browser());
  const members = await openPulled(list.member.browser());
  expect([seenIn(others.store), seenIn(members.store)]).toEqual([BEFORE, BEFORE]);
  return { ...list, others, members, setBack: await takeBackup(world.server) };
};

describe('given an owner who has left a shared list, when the server is set back to before', () => {
  const left = async () => {
    const list = await shared();
    const { owners, others, members, listId, milk } = list;
    members.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2 l' } }));
    await settle(members);
    await settle(owners);
    await settle(others);
    owners.store.dispatch(listLeft({ listId }));
    await settle(owners);
    await settle(others);
    await settle(members);
    expect([seenIn(owners.store), seenIn(others.store), seenIn(members.store)]).toEqual([[], [], AFTER]);
    return list;
  };
  type Left = Awaited<ReturnType<typeof left>>;

  const DEVICES: readonly (readonly [string, (list: Left) => Promise<TestTab>])[] = [
    ['that left it', async ({ owners }) => owners],
    ['that heard of it', async ({ others }) => others],
    ['that signed in since', ({ owner }) => openPulled(owner.browser())],
  ];

  test.each(DEVICES)('then the owner’s device %s does not remove the list for the others', async (_which, deviceOf) => {
    const list = await left();
    const device = await deviceOf(list);
    await list.setBack();
    for (const tab of [list.members, device, list.members]) await settle(tab);
    expect(countSent(world.server, 'DELETE')).toBe(0);
    expect([seenIn(device.store), seenIn(list.members.store)]).toEqual([AFTER, AFTER]);
  });

  test('then a device that is cut off between the answers with lists and with items removes no items either', async () => {
    const { owners, members, setBack } = await left();
    await setBack();
    await settle(members);
    world.server.wire = always(isMethod('GET', 'list-items'), faults.lost);
    await sync(owners, true);
    world.server.wire = null;
    for (const tab of [owners, members]) await settle(tab);
    expect(countSent(world.server, 'DELETE')).toBe(0);
    expect([seenIn(owners.store), seenIn(members.store)]).toEqual([AFTER, AFTER]);
  });
});

test('given an owner who has removed a shared list for all, when the server is set back to before, then the device that did it removes it again, and no other', async () => {
  const { owner, owners, others, members, listId, setBack } = await shared();
  owners.store.dispatch(deleteSharedList(listId));
  for (const tab of [owners, others, members]) await settle(tab);
  await setBack();
  for (const tab of [others, members]) await settle(tab);
  expect([countSent(world.server, 'DELETE'), seenIn(members.store)]).toEqual([0, BEFORE]);
  for (const tab of [owners, others, members]) await settle(tab);
  expect([seenIn(others.store), seenIn(members.store), await owner.lists()]).toEqual([[], [], []]);
});
