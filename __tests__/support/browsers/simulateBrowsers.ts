import { DEFAULT_FAULTS, drawFaults } from '../faults';
import { makeSettingBack } from '../settingBack';
import type { HistoryOptions, SimulationResult } from '../simulation';
import { modelProvider } from '../simulationProvider';
import { seededRandom } from '../simulationRandom';
import { makeScheduler } from '../simulationScheduler';
import { makeBrowserChecker } from './browserChecker';
import { makeEnding } from './browserEnding';
import { drawSettings, withGoodDisks } from './browserSettings';
import { makeFaultInjector } from './faultInjector';
import { hushStorageErrors } from './hushedConsole';
import { makeBrowser, resetIds, type SimulatedBrowser } from './simulatedBrowser';
import { makeDatabases } from './simulatedDatabases';
import { makeService } from './simulatedService';
import { makeTime } from './simulatedTime';

const MINUTE = 60_000;

/**
 * Simulates one history of whole browsers: every tab has the product's own store, and the worker runs its own round, over
 * simulated disks, locks, channels, time and wire. The same seed gives the same history.
 */
export const simulateBrowsers = async (
  seed: number,
  { openProvider, enabled = DEFAULT_FAULTS }: HistoryOptions = {},
): Promise<SimulationResult> => {
  const random = seededRandom(seed);
  const faults = drawFaults(seed, enabled);
  const settings = withGoodDisks(drawSettings(random), faults);
  // The timers of a hidden page fire about once a second.
  const time = makeTime(() => (settings.areTimersLate && random.chance(0.3) ? random.below(1500) : 0));
  resetIds();
  const scheduler = makeScheduler(random, () => service?.isBusy() ?? false);
  const open = openProvider ?? modelProvider(settings.manner);
  let service: Awaited<ReturnType<typeof makeService>> | null = null;
  const databases = makeDatabases();
  time.install();
  databases.install();
  const restoreConsole = hushStorageErrors();
  const checker = makeBrowserChecker();
  const onWrong = checker.noted;
  const provider = await makeService(settings.accounts, random, scheduler, time, {
    ...settings,
    open,
    faults,
    onWrong,
  });
  service = provider;
  const browsers: SimulatedBrowser[] = settings.slots.map((_, index) =>
    makeBrowser({
      name: `b${index}`,
      service: provider,
      scheduler,
      random,
      time,
      databases,
      onWritten: checker.written,
      onDeleted: checker.deleted,
      onSilentDisk: checker.diskWasSilent,
      onWrong,
      faults,
      isDiffMode: settings.isDiffMode,
    }),
  );

  const injector = makeFaultInjector(random, settings, faults, provider, browsers, checker);
  const { quiet, checkSessions, settle, check } = makeEnding(
    scheduler,
    time,
    provider,
    browsers,
    checker,
    injector.cure,
  );

  const live = async (): Promise<string[]> => {
    for (const browser of browsers) injector.signIn(browser, injector.openSlot(browser, 0));
    for (let turns = 0; turns < 100; turns += 1) await scheduler.step();
    const settingBack = makeSettingBack(faults, settings.steps, provider.keepCopies, () => {
      checker.serverSetBack();
      provider.serverSetBack();
    });
    for (let step = 0; step < settings.steps && injector.broken.length === 0; step += 1) {
      await time.pass(random.chance(0.05) ? random.below(MINUTE) : random.below(2000));
      settingBack(step);
      const browser = random.pick(browsers);
      if (browser) injector.happen(browser);
      for (let turns = random.below(14); turns > 0; turns -= 1) await scheduler.step();
    }
    provider.calm();
    for (const browser of browsers) {
      Object.assign(browser.disk.condition, { isFull: false, flaws: 0 });
      browser.setOnline(true);
      browser.condition.skewMs = 0;
      if (browser.tabs.size === 0) injector.openSlot(browser, 0);
      for (const tab of browser.tabs.values()) browser.thaw(tab);
    }
    await quiet();
    // By then, requests that hung have been aborted, and a tab that learned of a refused token in a round has signed out.
    await time.pass(faults.isOn('retryAfter') ? 3 * MINUTE : MINUTE);
    await quiet();
    const wrongs: string[] = [...injector.broken, ...(await checkSessions())];
    for (const account of settings.accounts) {
      await settle(account);
      wrongs.push(...(await check(account)));
    }
    return wrongs;
  };

  try {
    const wrongs = await live().catch((error: unknown) => [String(error)]);
    const ends = await Promise.all([...provider.accounts.values()].map((account) => account.provider.end()));
    return {
      seed,
      wrongs,
      requests: ends.reduce((sum, { requests }) => sum + requests, 0),
      kills: injector.kills(),
      faultCounts: faults.counts(),
    };
  } finally {
    for (const browser of browsers) for (const tab of browser.tabs.values()) tab.die();
    databases.uninstall();
    time.uninstall();
    restoreConsole();
  }
};
