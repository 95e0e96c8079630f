import { describe, expect, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { keepRecoveryOffer } from '../../src/store/acts/recoveryOfferThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { allSent, attackWorld, openPulled, seenIn, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { settled } from '../support/settled';

const world = attackWorld();

/** Two tabs on a list that another device removes while the second one does not hear of it. */
const removedElsewhere = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser);
  const deaf = await browser.openTab();
  const listId = leader.store.dispatch(addList({ name: 'Zakupy', icon: 'pizza' }));
  const milk = leader.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(leader);
  const blank = leader.store.dispatch(addItem(listId));
  await settled();
  deaf.sleep();
  await account.call('DELETE', `/lists/${(await account.lists())[0]?.documentId}`);
  await sync(leader);
  expect(seenIn(leader.store)).toEqual([]);
  return { account, leader, deaf, listId, milk, blank };
};

const offered = (tab: TestTab) =>
  Object.values(selectRecoveryOffers(tab.store.getState())).flatMap(({ name, items }) =>
    items.map(({ description }) => `${name}: ${description}`),
  );

describe('a list that is removed elsewhere', () => {
  test('given a blank item, when another tab types its first text at that moment, then the item is offered', async () => {
    const { account, leader, deaf, listId, blank } = await removedElsewhere();
    deaf.store.dispatch(itemEdited({ listId, itemId: blank, fields: { description: 'chleb' } }));
    await settled();
    await sync(leader);
    expect(offered(leader)).toEqual(['Zakupy: chleb']);
    leader.store.dispatch(keepRecoveryOffer(listId));
    await allSent(leader);
    expect((await account.items()).map(({ description }) => description)).toEqual(['chleb']);
  });

  test('given an edit of one of its items, then it is not offered: delete beats edit', async () => {
    const { leader, deaf, listId, milk, blank } = await removedElsewhere();
    deaf.store.dispatch(itemEdited({ listId, itemId: milk, fields: { description: 'mleko 2%' } }));
    deaf.store.dispatch(itemChecked({ listId, itemId: blank, done: true }));
    await settled();
    await sync(leader);
    expect(offered(leader)).toEqual([]);
  });
});
