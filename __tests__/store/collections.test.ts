import { describe, expect, test } from '@jest/globals';
import { signOut } from '../../src/store/session/signOut';
import { selectCollections } from '../../src/store/view/viewSelectors';
import { attackWorld, openPulled } from '../support/attackWorld';
import { openBrowser, type TestTab } from '../support/browserWorld';

const world = attackWorld();

const collectionsOf = (tab: TestTab) => Object.values(selectCollections(tab.store.getState()));
const RUNNING = ['running', 'running'];
const PAUSED = ['paused', 'paused'];

describe('a collection’s sync is paused offline, hidden and signed out, and runs otherwise', () => {
  test('in a tab that leads and in one that does not', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    for (const tab of [await openPulled(browser), await browser.openTab()]) {
      expect(collectionsOf(tab)).toEqual(RUNNING);
      tab.setOnline(false);
      expect(collectionsOf(tab)).toEqual(PAUSED);
      tab.setOnline(true);
      expect(collectionsOf(tab)).toEqual(RUNNING);
      tab.setVisible(false);
      expect(collectionsOf(tab)).toEqual(PAUSED);
      tab.setOnline(false);
      tab.setOnline(true);
      expect(collectionsOf(tab)).toEqual(PAUSED);
      tab.setVisible(true);
      expect(collectionsOf(tab)).toEqual(RUNNING);
    }
  });

  test('for a guest whose network is back, and after a sign-out', async () => {
    const guest = await openBrowser().openTab();
    guest.setOnline(false);
    guest.setOnline(true);
    expect(collectionsOf(guest)).toEqual(PAUSED);
    guest.kill();
    const tab = await openPulled((await world.signUp()).browser());
    await tab.store.dispatch(signOut());
    expect(collectionsOf(tab)).toEqual(PAUSED);
  });
});
