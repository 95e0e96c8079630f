import { describe, expect, test } from '@jest/globals';
import { itemChecked, itemDeleted, itemEdited } from '../../src/store/acts/intents';
import { keepRecoveryOffer } from '../../src/store/acts/recoveryOfferThunks';
import { addItem, addList, clearList, deleteItem, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { selectItem, selectItemIds } from '../../src/store/view/viewSelectors';
import {
  allSent,
  attackWorld,
  countSent,
  createsOf,
  firstItemId,
  isMethod,
  openPulled,
  type Stored,
  seenIn,
  seesWithin,
  sync,
  unsent,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import type { Fault } from '../support/contractServer';
import { faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';

const world = attackWorld();

/** Two devices of one person that both know one list with one item. */
const twoDevices = async () => {
  const account = await world.signUp();
  const phone = await openPulled(account.browser());
  const laptop = await openPulled(account.browser());
  const listId = phone.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = phone.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(phone);
  await sync(laptop);
  world.server.seen.length = 0;
  return { account, phone, laptop, listId, itemId };
};

/** The next such request reaches the server, and only then the act happens; the answer comes after it. */
const duringNext = (matches: (request: Request) => boolean, act: () => unknown): void => {
  world.server.wire = (request) => {
    if (!matches(request)) return null;
    world.server.wire = null;
    return (async (_request, send) => {
      const answer = await send();
      await act();
      return answer;
    }) satisfies Fault;
  };
};

const settleAll = async (...tabs: readonly TestTab[]): Promise<void> => {
  for (const tab of [...tabs, ...tabs]) await sync(tab, true);
};

const texts = (rows: readonly Stored[]) =>
  rows.map(({ description, quantity, done }) => `${description}|${quantity}|${done ? 'done' : 'open'}`).sort();

describe('attacks by acts that cross', () => {
  test('a change made while a flush runs goes out with the next, and is not taken for sent', async () => {
    const { account, phone, listId, itemId } = await twoDevices();
    phone.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'ml' } }));
    duringNext(isMethod('PUT'), () =>
      phone.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'mleko 3,2%' } })),
    );
    await sync(phone);
    expect(seenIn(phone.store)).toEqual(['Zakupy: mleko 3,2%||open']);
    await allSent(phone);
    expect(texts(await account.items())).toEqual(['mleko 3,2%||open']);
    expect(countSent(world.server, 'PUT')).toBe(2);
  });

  test('typing, a tick and a deletion during one flush: each reaches the server', async () => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    const bread = phone.store.dispatch(addItem(listId, { description: 'chleb' }));
    const butter = phone.store.dispatch(addItem(listId, { description: 'masło' }));
    duringNext(isMethod('POST'), () => {
      phone.store.dispatch(itemEdited({ listId, itemId: bread, fields: { quantity: '2' } }));
      phone.store.dispatch(itemChecked({ listId, itemId, done: true }));
      phone.store.dispatch(deleteItem(listId, butter));
    });
    await sync(phone);
    await sync(phone);
    await settleAll(phone, laptop);
    expect(texts(await account.items())).toEqual(['chleb|2|open', 'mleko||done']);
    expect(seenIn(laptop.store)).toEqual(['Zakupy: mleko||done, chleb|2|open']);
  });

  test.each([
    ['the deletion arrives first', 'phone'],
    ['the edit arrives first', 'laptop'],
  ])('delete here, edit there, %s: the row is gone everywhere', async (_name, firstName) => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    phone.store.dispatch(deleteItem(listId, itemId));
    laptop.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(firstName === 'phone' ? phone : laptop);
    await settleAll(phone, laptop);
    expect(await account.items()).toEqual([]);
    for (const tab of [phone, laptop]) {
      expect(seenIn(tab.store)).toEqual(['Zakupy: ']);
      expect(unsent(tab)).toBe(0);
    }
  });

  test('several deletes on several devices and an edit: gone once, no error, nothing left to send', async () => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    const tablet = await openPulled(account.browser());
    phone.store.dispatch(deleteItem(listId, itemId));
    laptop.store.dispatch(clearList(listId));
    tablet.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await Promise.all([sync(phone), sync(laptop), sync(tablet)]);
    await settleAll(phone, laptop, tablet);
    expect(await account.items()).toEqual([]);
    for (const tab of [phone, laptop, tablet]) {
      expect(seenIn(tab.store)).toEqual(['Zakupy: ']);
      expect(unsent(tab)).toBe(0);
      expect(tab.store.getState().errors).toEqual([]);
    }
  });

  test('three devices change one item, each another field: all three stand', async () => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    const tablet = await openPulled(account.browser());
    phone.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'mleko 3,2%' } }));
    laptop.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    tablet.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await Promise.all([sync(phone), sync(laptop), sync(tablet)]);
    await settleAll(phone, laptop, tablet);
    for (const tab of [phone, laptop, tablet]) expect(seenIn(tab.store)).toEqual(['Zakupy: mleko 3,2%|2|done']);
    expect(texts(await account.items())).toEqual(['mleko 3,2%|2|done']);
  });

  test('the same change on both sides is absorbed: the second device sends nothing', async () => {
    const { phone, laptop, listId, itemId } = await twoDevices();
    for (const tab of [phone, laptop]) tab.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await sync(phone);
    world.server.seen.length = 0;
    await sync(laptop);
    expect(unsent(laptop)).toBe(0);
    expect(countSent(world.server, 'PUT')).toBe(0);
  });

  test('a GET begun before a tick and answered after it does not take the tick back', async () => {
    const { account, phone, listId, itemId } = await twoDevices();
    duringNext(isMethod('GET', 'list-items'), () => phone.store.dispatch(itemChecked({ listId, itemId, done: true })));
    await sync(phone, true);
    expect(seenIn(phone.store)).toEqual(['Zakupy: mleko||done']);
    await sync(phone);
    expect(texts(await account.items())).toEqual(['mleko||done']);
  });

  test('a tick is taken back while its request is in flight and its event arrives: it stays taken back', async () => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    watch(phone);
    await eventually(
      () => phone.store.getState().status.stream,
      (phase) => phase === 'connected',
    );
    phone.store.dispatch(itemChecked({ listId, itemId, done: true }));
    duringNext(isMethod('PUT'), async () => {
      laptop.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
      await sync(laptop);
      phone.store.dispatch(itemChecked({ listId, itemId, done: false }));
      await eventually(
        () => selectItem(phone.store.getState(), listId, itemId)?.quantity,
        (quantity) => quantity === '2',
      );
    });
    await sync(phone);
    expect(seenIn(phone.store)).toEqual(['Zakupy: mleko|2|open']);
    await settleAll(phone, laptop);
    expect(texts(await account.items())).toEqual(['mleko|2|open']);
  });

  test('an item made and removed while its POST is unanswered, and the answer is lost: no row is left', async () => {
    const { account, phone, listId } = await twoDevices();
    const itemId = phone.store.dispatch(addItem(listId, { description: 'pomyłka' }));
    world.server.wire = (request) =>
      request.method === 'POST'
        ? async (_request, send) => {
            phone.store.dispatch(itemDeleted({ listId, itemId }));
            await send();
            world.server.wire = null;
            return faults.lost();
          }
        : null;
    await sync(phone);
    await sync(phone);
    await sync(phone);
    expect(unsent(phone)).toBe(0);
    expect(texts(await account.items())).toEqual(['mleko||open']);
    expect(createsOf(world.server, itemId)).toBeLessThanOrEqual(2);
  });

  test('a deletion that was sent is undone: the row is back under a new id, on all devices', async () => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    const removed = phone.store.dispatch(deleteItem(listId, itemId));
    await sync(phone);
    await sync(phone, true);
    await sync(phone, true);
    phone.store.dispatch(undoRemoval(removed));
    await sync(phone);
    await settleAll(phone, laptop);
    for (const tab of [phone, laptop]) expect(seenIn(tab.store)).toEqual(['Zakupy: mleko||open']);
    expect((await account.items()).map(({ uuid }) => uuid === itemId)).toEqual([false]);
  });

  test('a deletion of a whole list is undone after it was sent, and one that was not is undone in place', async () => {
    const { account, phone, laptop, listId } = await twoDevices();
    const removed = phone.store.dispatch(deleteList(listId));
    await sync(phone);
    expect(await account.lists()).toEqual([]);
    phone.store.dispatch(undoRemoval(removed));
    await settleAll(phone, laptop);
    for (const tab of [phone, laptop]) expect(seenIn(tab.store)).toEqual(['Zakupy: mleko||open']);

    const fresh = phone.store.dispatch(addList({ name: 'Nowa', icon: 'cat' }));
    phone.store.dispatch(addItem(fresh, { description: 'kot' }));
    phone.store.dispatch(undoRemoval(phone.store.dispatch(deleteList(fresh))));
    await settleAll(phone, laptop);
    expect((await account.lists()).map(({ uuid }) => uuid)).toContain(fresh);
    expect(seenIn(laptop.store)).toEqual(['Zakupy: mleko||open', 'Nowa: kot||open']);
  });

  test('a late joiner brings rows of its own to a full account: all rows are everywhere', async () => {
    const { account, phone } = await twoDevices();
    const browser = account.browser();
    world.server.wire = () => faults.lost;
    const joiner = await browser.openTab();
    const own = joiner.store.dispatch(addList({ name: 'Wyjazd', icon: 'airplane' }));
    joiner.store.dispatch(addItem(own, { description: 'paszport' }));
    await settled();
    world.server.wire = null;
    await sync(joiner);
    await settleAll(joiner, phone);
    for (const tab of [joiner, phone]) {
      expect([...seenIn(tab.store)].sort()).toEqual(['Wyjazd: paszport||open', 'Zakupy: mleko||open']);
    }
  });

  test('a blank row stays at home until another change gives it content; one that another device fills is kept', async () => {
    const { account, phone, laptop, listId, itemId } = await twoDevices();
    const blank = phone.store.dispatch(addItem(listId));
    await sync(phone);
    expect(countSent(world.server, 'POST')).toBe(0);
    expect(unsent(phone)).toBe(0);
    phone.store.dispatch(itemEdited({ listId, itemId, fields: { description: '' } }));
    await sync(phone);
    await sync(laptop);
    laptop.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'ser' } }));
    await sync(laptop);
    await settleAll(phone);
    expect(seenIn(phone.store)).toEqual(['Zakupy: ser||open, ||open']);
    phone.store.dispatch(itemEdited({ listId, itemId: blank, fields: { quantity: '3' } }));
    await sync(phone);
    expect(texts(await account.items())).toEqual(['ser||open', '|3|open']);
  });

  test('a uuid that the server knows as removed does not come back, and does not stay on the device', async () => {
    const { account, phone, listId } = await twoDevices();
    const itemId = phone.store.dispatch(addItem(listId, { description: 'widmo' }));
    const body = { data: { uuid: itemId, list: listId, description: 'widmo', quantity: '', done: false } };
    const { documentId } = await account.call('POST', '/list-items', body);
    await account.call('DELETE', `/list-items/${documentId}`);
    await sync(phone);
    await sync(phone, true);
    expect(unsent(phone)).toBe(0);
    expect(seenIn(phone.store)).toEqual(['Zakupy: mleko||open']);
    expect(texts(await account.items())).toEqual(['mleko||open']);
  });

  test('a list deleted elsewhere with unsent additions: they are kept for the person, who makes a new list of them', async () => {
    const { account, phone, laptop, listId } = await twoDevices();
    laptop.store.dispatch(deleteList(listId));
    await sync(laptop);
    phone.store.dispatch(addItem(listId, { description: 'chleb' }));
    phone.store.dispatch(addItem(listId));
    phone.store.dispatch(addItem(listId, { description: 'masło', quantity: '2' }));
    await sync(phone);
    expect(seenIn(phone.store)).toEqual([]);
    expect(selectRecoveryOffers(phone.store.getState())[listId]).toMatchObject({ name: 'Zakupy', items: [{}, {}] });
    phone.store.dispatch(keepRecoveryOffer(listId));
    expect(selectRecoveryOffers(phone.store.getState())).toEqual({});
    await settleAll(phone, laptop);
    for (const tab of [phone, laptop]) expect(seenIn(tab.store)).toEqual(['Zakupy: chleb||open, masło|2|open']);
    expect(await account.items()).toHaveLength(2);
  });

  test('the own change comes back as an event: nothing is sent again, nothing vibrates', async () => {
    const { phone, laptop, listId, itemId } = await twoDevices();
    watch(phone);
    watch(laptop);
    for (const tab of [phone, laptop]) {
      await eventually(
        () => tab.store.getState().status.stream,
        (phase) => phase === 'connected',
      );
    }
    phone.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await sync(phone);
    await seesWithin(laptop, ['Zakupy: mleko||done']);
    await allSent(phone);
    const puts = countSent(world.server, 'PUT');
    await settled();
    expect(puts).toBe(1);
    expect(countSent(world.server, 'PUT')).toBe(1);
    expect(phone.vibrations).toHaveLength(1);
    expect(laptop.vibrations).toEqual([]);
    expect(firstItemId(laptop)).toBe(itemId);
    expect(selectItemIds(laptop.store.getState(), listId)).toHaveLength(1);
  });
});
