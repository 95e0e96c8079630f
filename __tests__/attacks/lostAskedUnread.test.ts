import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { dismissRecoveryOffer } from '../../src/store/acts/recoveryOfferThunks';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { sessionEnded } from '../../src/store/state/sessionSlice';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { attackWorld, openPulled, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A disk that answers no reading, or no removal, while it is silent, as WebKit's after a return from the back. */
const silentDisk = () => {
  const silent = { readings: false, removals: false };
  const ports: Partial<Ports> = {
    openUserDatabase: namedDatabases('asked', {
      read: () => failIf(silent.readings, NO_ANSWER),
      removals: () => failIf(silent.removals, NO_ANSWER),
    }),
  };
  return { silent, ports };
};

const offered = (tab: TestTab) => Object.keys(selectRecoveryOffers(tab.store.getState()));

const listElsewhere = async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const remove = async () => {
    outside.store.dispatch(deleteList(listId));
    await sync(outside);
  };
  return { account, listId, remove, ...silentDisk() };
};

const untilOffered = (tab: TestTab) =>
  eventually(
    () => offered(tab),
    (ids) => ids.length === 1,
  );

/** A tab that offers the removed list, with what was added to it without a network. */
const offeredInTab = async () => {
  const elsewhere = await listElsewhere();
  const { account, listId, remove, ports } = elsewhere;
  const browser = account.browser();
  const tab = await openPulled(browser, ports);
  tab.setOnline(false);
  tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  await remove();
  tab.setOnline(true);
  await sync(tab);
  await untilOffered(tab);
  return { ...elsewhere, browser, tab };
};

describe('a recovery offer that was answered is not shown again', () => {
  test('by a window that slept during the answer and cannot read the disk when it wakes', async () => {
    const { account, listId, remove, silent, ports } = await listElsewhere();
    const browser = account.browser();
    const awake = await openPulled(browser, ports);
    const sleeper = await browser.openTab(ports);
    awake.setOnline(false);
    sleeper.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    sleeper.sleep();
    await remove();
    awake.setOnline(true);
    await sync(awake);
    await untilOffered(awake);
    awake.store.dispatch(dismissRecoveryOffer(listId));
    await settled();
    awake.kill();

    silent.readings = true;
    sleeper.wake();
    await settled();
    await sync(sleeper, true);
    expect(offered(sleeper)).toEqual([]);
    silent.readings = false;
    await sync(sleeper, true);
    expect(offered(sleeper)).toEqual([]);
  });

  test('by a new leader that could not read the disk before it heard the answer', async () => {
    const { listId, silent, ports, browser, tab: before } = await offeredInTab();
    await settled();
    const answering = await browser.openTab(ports);
    expect(offered(answering)).toEqual([listId]);
    silent.readings = true;
    const leading = await browser.openTab(ports);
    before.kill();
    answering.setVisible(false);
    await settled();
    await sync(leading);
    answering.store.dispatch(dismissRecoveryOffer(listId));
    await settled();
    silent.readings = false;
    await sync(leading, true);
    await settled();
    expect(offered(leading)).toEqual([]);
    leading.kill();
    answering.kill();
    const next = await openPulled(browser, ports);
    expect(offered(next)).toEqual([]);
  });
});

test('given a recovery offer, when the session ends and its disk is slow to close, then nobody else is asked', async () => {
  const { tab } = await offeredInTab();
  tab.store.dispatch(sessionEnded('none'));
  expect(offered(tab)).toEqual([]);
});
