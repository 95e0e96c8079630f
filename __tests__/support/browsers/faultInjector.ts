import { forceSync } from '../../../src/store/acts/forceSync';
import { logIn } from '../../../src/store/session/signIn';
import { signOut } from '../../../src/store/session/signOut';
import { selectRecoveryOffers } from '../../../src/store/view/recoveryOffers';
import { allChanges } from '../../../src/sync/model/syncState';
import type { Faults } from '../faults';
import type { Random } from '../simulationRandom';
import type { BrowserChecker } from './browserChecker';
import type { BrowserWorldSettings } from './browserSettings';
import type { SimulatedBrowser } from './simulatedBrowser';
import { makePerson } from './simulatedPerson';
import type { Service } from './simulatedService';
import type { SimulatedTab } from './simulatedTab';

const MINUTE = 60_000;

export const isSignedIn = ({ store }: SimulatedTab): boolean => store.getState().session.phase === 'open';

/** Makes things happen to browsers and tabs: people act; tabs are opened, hidden, frozen and killed; networks and tokens fail. */
export const makeFaultInjector = (
  random: Random,
  settings: BrowserWorldSettings,
  faults: Faults,
  service: Service,
  browsers: readonly SimulatedBrowser[],
  checker: BrowserChecker,
) => {
  const person = makePerson(random, faults);
  /** People who share a browser sign out more often. */
  const signOutBelow = settings.accounts.length > 1 ? 166 : 160;
  const broken: string[] = [];
  let kills = 0;

  const openSlot = (browser: SimulatedBrowser, slot: number): SimulatedTab => {
    const tab = browser.openTab(slot);
    tab.watch((state, before) => {
      if (before.session.phase === 'open' && state.session.phase !== 'open') {
        checker.forgot(tab.owner);
        tab.undoable.length = 0;
      }
      if (state.data !== before.data && state.session.phase === 'open')
        for (const [id, { items }] of Object.entries(selectRecoveryOffers(before)))
          if (items.some((item) => !state.data.log.items[item.listId]?.[item.id])) checker.resolvedLost(id);
      const news = state.logs === before.logs ? [] : state.logs.slice(-1);
      for (const { text, level } of news) if (level === 'error' && /broke/.test(text)) broken.push(text);
    });
    return tab;
  };
  const die = (browser: SimulatedBrowser, slot: number): void => {
    const tab = browser.tabs.get(slot);
    if (!tab) return;
    tab.die();
    browser.tabs.delete(slot);
    checker.forgot(tab.owner);
    kills += 1;
  };
  const killBrowser = (browser: SimulatedBrowser): void => {
    for (const slot of [...browser.tabs.keys()]) die(browser, slot);
    browser.kill();
  };

  /** A person does something in a tab, and the checker notes it. */
  const actIn = (browser: SimulatedBrowser, tab: SimulatedTab, act: (tab: SimulatedTab) => void): void => {
    const user = tab.store.getState().session.user;
    if (!isSignedIn(tab) || !user) return;
    const before = tab.store.getState();
    const known = new Map(allChanges(before.data.log).map((change) => [change.id, change]));
    act(tab);
    for (const change of allChanges(tab.store.getState().data.log)) {
      if (!known.delete(change.id))
        checker.did(change, tab.owner, { account: user.id, browser: browser.name, hasLocks: browser.hasLocks, before });
    }
    for (const { id, type } of known.values()) if (type === 'remove') checker.tookBack(id, tab.owner);
  };
  const hide = (tab: SimulatedTab): void => {
    checker.hid(tab.owner);
    tab.setVisible(false);
  };
  const signIn = (browser: SimulatedBrowser, tab: SimulatedTab): void => {
    if (browser.session.token()) return;
    void tab.store.dispatch(logIn(random.pick(settings.accounts) ?? '', 'secret'));
  };

  const happenTo = (browser: SimulatedBrowser, slot: number, tab: SimulatedTab): void => {
    const dice = random.below(200);
    if (tab.owner.isFrozen) {
      if (dice < 60) browser.thaw(tab);
      else if (dice < 70) die(browser, slot);
    } else if (!tab.isVisible()) {
      if (dice < 60) tab.setVisible(true);
      else if (dice < 90) browser.freeze(tab);
      else if (dice < 96) die(browser, slot);
    } else if (dice < 110) actIn(browser, tab, person.act);
    else if (dice < 130) void tab.store.dispatch(forceSync());
    else if (dice < 150) hide(tab);
    else if (dice < 158) die(browser, slot);
    else if (dice < signOutBelow) void tab.store.dispatch(signOut());
    else if (dice < 176) tab.goToLogsOrBack();
    else signIn(browser, tab);
  };

  /** The browser closes a page's database connections, as iOS does in the background. */
  const breakConnections = (browser: SimulatedBrowser): void => {
    const tab = random.pick([...browser.tabs.values()]);
    if (settings.flaws && tab) browser.disk.breakConnections(tab.owner);
  };

  /** After a jump of its clock a page cannot keep the waiting time that a server named. */
  const jump = (browser: SimulatedBrowser): void => {
    browser.condition.skewMs += (random.below(7) - 3) * MINUTE;
    for (const { owner } of browser.tabs.values()) service.stirred(owner);
  };

  const happen = (browser: SimulatedBrowser): void => {
    const dice = random.below(100);
    const slot = random.below(settings.slots[browsers.indexOf(browser)] ?? 1);
    const tab = browser.tabs.get(slot);
    if (dice < 3) jump(browser);
    else if (dice < 6) browser.setOnline(!browser.condition.isOnline);
    else if (dice < 8) browser.disk.condition.isFull = settings.isDiskSmall && !browser.disk.condition.isFull;
    else if (dice < 9) service.revoke(random.pick(settings.accounts) ?? '');
    else if (dice < 10) browser.disk.condition.flaws = browser.disk.condition.flaws ? 0 : settings.flaws;
    else if (dice < 11) breakConnections(browser);
    else if (dice < 18) void browser.wakeWorker().catch((error: unknown) => noteWorker(error));
    else if (dice < 20) kills += browser.killWorker() ? 1 : 0;
    else if (dice < 21) killBrowser(browser);
    else if (tab) happenTo(browser, slot, tab);
    else if (dice < 60) openSlot(browser, slot);
  };
  /** The worker's round rejects while something is unsent, so that the browser calls it again. Only other errors are noted. */
  const noteWorker = (error: unknown): void => {
    if (error instanceof TypeError && !/fetch/.test(error.message)) broken.push(String(error.stack));
  };

  /** A person corrects the texts that the provider cannot store. */
  const cure = (browser: SimulatedBrowser, tab: SimulatedTab): void => actIn(browser, tab, person.cure);

  return { happen, openSlot, cure, signIn, broken, kills: (): number => kills };
};
