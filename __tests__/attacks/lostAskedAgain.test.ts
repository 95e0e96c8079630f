import { expect, test } from '@jest/globals';
import { dismissRecoveryOffer, keepRecoveryOffer } from '../../src/store/acts/recoveryOfferThunks';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { allSent, attackWorld, openPulled, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { fillingDisk } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a full disk, when a recovery offer was answered, then it is not shown again', async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const { disk, ports } = fillingDisk('lost');
  const tab = await openPulled(account.browser(), ports);
  disk.isFull = true;
  outside.store.dispatch(deleteList(listId));
  await sync(outside);
  tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(tab);
  await sync(tab);
  const lost = () => Object.keys(selectRecoveryOffers(tab.store.getState()));
  await eventually(lost, (ids) => ids.length === 1);
  tab.store.dispatch(keepRecoveryOffer(listId));
  await sync(tab);
  await allSent(tab);
  expect(lost()).toEqual([]);
  tab.setVisible(false);
  await settled();
  tab.setVisible(true);
  await settled();
  await sync(tab, true);
  expect(lost()).toEqual([]);
});

test('given a recovery offer that was answered, when the tab becomes the leader, then it is not shown again', async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const browser = account.browser();
  const leader = await openPulled(browser);
  leader.setOnline(false);
  leader.store.dispatch(addItem(listId, { description: 'chleb' }));
  outside.store.dispatch(deleteList(listId));
  await sync(outside);
  leader.setOnline(true);
  await sync(leader);
  const offered = (tab: typeof leader) => Object.keys(selectRecoveryOffers(tab.store.getState()));
  await eventually(
    () => offered(leader),
    (ids) => ids.length === 1,
  );
  leader.setVisible(false);
  await settled();

  const lead = gate();
  const lock: Ports['lock'] = async (_name, _signal, held) => {
    await lead.opened;
    await held();
  };
  const tab = await browser.openTab({ lock });
  expect(offered(tab)).toEqual([listId]);
  tab.store.dispatch(dismissRecoveryOffer(listId));
  expect(offered(tab)).toEqual([]);
  lead.open();
  await settled();
  await sync(tab);
  expect(offered(tab)).toEqual([]);
});
