import { asUserId } from '../../../src/contract/ids';
import type { Collection } from '../../../src/contract/records';
import { forceSync } from '../../../src/store/acts/forceSync';
import { logIn } from '../../../src/store/session/signIn';
import { signOut } from '../../../src/store/session/signOut';
import { allChanges, type Base } from '../../../src/sync/model/syncState';
import { divergence } from '../simulationConvergence';
import type { Scheduler } from '../simulationScheduler';
import type { BrowserChecker } from './browserChecker';
import { isSignedIn } from './faultInjector';
import type { SimulatedBrowser } from './simulatedBrowser';
import type { Service } from './simulatedService';
import type { SimulatedTab } from './simulatedTab';
import type { Time } from './simulatedTime';

/** Base as text, with sorted keys. Without the start of the last round, which is written only together with other data of base. */
const textOf = ({ roundStartedAt: _, ...value }: Base): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );

/** Far more steps than any history needs to come to rest. Two tabs that keep waking each other would never stop. */
const MANY_STEPS = 50_000;

/** A slot that no tab uses before the end. */
const SPARE_SLOT = 9;

/** A tab that could not open its disk uses none until it is loaded again (decision 009). */
const hasNoDisk = ({ store }: SimulatedTab): boolean =>
  store.dispatch((_dispatch, _getState, { session }) => session.data()?.hasNoDisk ?? false);

/** The end of a history: everybody signs in and syncs without faults, and the checker says what is wrong. */
export const makeEnding = (
  scheduler: Scheduler,
  time: Time,
  service: Service,
  browsers: readonly SimulatedBrowser[],
  checker: BrowserChecker,
  cure: (browser: SimulatedBrowser, tab: SimulatedTab) => void,
) => {
  const rest = async (): Promise<void> => {
    let steps = 0;
    while (await scheduler.step()) {
      steps += 1;
      if (steps > MANY_STEPS) throw new Error('never comes to rest');
    }
  };

  const quiet = async (): Promise<void> => {
    for (let beat = 0; beat < 5; beat += 1) {
      await rest();
      await time.pass(2000);
    }
    await rest();
  };

  /** A page on a bad disk may have a wrong session. A page that is opened now can correct it. */
  const checkSessions = async (): Promise<string[]> => {
    for (const browser of browsers) if (browser.session.wrongs().length > 0) browser.openTab(SPARE_SLOT);
    await quiet();
    return browsers.flatMap(({ session }) => session.wrongs());
  };

  /** Changes, not rows: without locks a row may be created and removed in two rounds. */
  const unsent = (): number =>
    browsers
      .flatMap(({ tabs }) => [...tabs.values()])
      .reduce((sum, { store }) => sum + allChanges(store.getState().data.log).length, 0);

  const settle = async (account: string): Promise<void> => {
    for (const browser of browsers) {
      for (const tab of browser.tabs.values()) {
        const isSignedInHere = browser.session.user()?.id === account && browser.session.token();
        // A tab without its disk signs out and in again, so that the data on that disk are sent.
        if (isSignedInHere && !hasNoDisk(tab)) continue;
        void tab.store.dispatch(signOut());
        await quiet();
        void tab.store.dispatch(logIn(account, 'secret'));
        await quiet();
      }
    }
    // Rows on which the provider fails end the sending of a round. So there are more rounds while something is sent.
    for (let round = 0, before = Number.POSITIVE_INFINITY; round < 3 || unsent() < before; round += 1) {
      before = unsent();
      for (const browser of browsers) {
        for (const tab of browser.tabs.values()) void tab.store.dispatch(forceSync());
        await time.pass(1000);
        await quiet();
        if (round === 0) for (const tab of browser.tabs.values()) cure(browser, tab);
      }
    }
  };

  const check = async (account: string): Promise<string[]> => {
    const known = service.accounts.get(account);
    if (!known) return [];
    const { refusalOf } = known.front;
    const server = {
      ...(await known.provider.end()),
      hasCascade: service.isOurs,
      refusalOf,
      mayBeBack: service.mayBeBack,
    };
    const tabs = browsers.flatMap((browser) => [...browser.tabs.values()]);
    const states = browsers.flatMap((browser) =>
      browser.disk
        .users()
        .filter((user) => user === account)
        .map((user) => ({ browser: browser.name, state: browser.disk.state(user) })),
    );
    const stored = browsers.flatMap(({ name, disk, tabs: own, isLeading }) => {
      const leader = [...own.values()].find((tab) => isSignedIn(tab) && isLeading(tab, account));
      const isThere = !leader || textOf(disk.base(asUserId(account))) === textOf(leader.store.getState().data.base);
      return isThere ? [] : [`${name} has another base on disk than its leader`];
    });
    const misled = browsers.flatMap(({ name, hasLocks, tabs: own, isLeading }) => {
      const here = [...own.values()].filter((tab) => isSignedIn(tab) && tab.isVisible());
      const leader = here.find((tab) => isLeading(tab, account));
      const isWaiting = hasLocks && leader && !leader.showsLists() && here.some((tab) => tab.showsLists());
      return isWaiting ? [`${name} is led by a tab on Logs, so a tab with lists has no stream`] : [];
    });
    const shown = tabs.flatMap((tab) => {
      const state = tab.store.getState();
      if (!isSignedIn(tab)) return [`${tab.name} is not signed in: ${state.session.phase}`];
      return divergence(tab.name, state.data, state, server);
    });
    return [
      ...stored,
      ...misled,
      ...shown,
      ...checker.check(account, {
        ...server,
        knowsKeys: service.isOurs,
        states,
        everHad: (collection: Collection, uuid) => known.everHad(collection, uuid),
      }),
    ];
  };

  return { quiet, checkSessions, settle, check };
};
