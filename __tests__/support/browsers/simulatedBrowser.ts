import { asUserId, type ChangeId, type UserId } from '../../../src/contract/ids';
import { lockName } from '../../../src/contract/storageKeys';
import { sendUnsentIn, type WorkerBrowser } from '../../../sw/backgroundRound';
import { timedUuid } from '../builders';
import type { Faults } from '../faults';
import { makeHttpCache } from '../simulatedFetch';
import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';
import { makeChannels } from './simulatedChannels';
import type { Databases } from './simulatedDatabases';
import { makeDisk } from './simulatedDisk';
import { makeLocks, noLocks } from './simulatedLocks';
import type { Service } from './simulatedService';
import { makeSession } from './simulatedSession';
import { openTab, type SimulatedTab, type TabWorld } from './simulatedTab';
import type { Time } from './simulatedTime';

interface BrowserSettings {
  readonly name: string;
  readonly service: Service;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly time: Time;
  readonly databases: Databases;
  readonly onWrong: (wrong: string) => void;
  readonly onWritten: (id: ChangeId) => void;
  readonly onDeleted: (id: ChangeId, owner: Owner) => void;
  readonly onSilentDisk: (browser: string) => void;
  readonly isDiffMode: boolean;
  readonly faults: Faults;
}

let ids = 0;
/** Begins the ids of a new history. */
export const resetIds = (): void => {
  ids = 0;
};

/** One browser: its disk, locks, channels, session, tabs and worker. */
export const makeBrowser = (settings: BrowserSettings) => {
  const { name, service, scheduler, random, time, isDiffMode } = settings;
  // Decision 009 promises nothing without both locks and keys.
  const mayLackLocks = settings.faults.isOn('noLocks') && settings.faults.random('noLocks').chance(0.5);
  const hasLocks = !mayLackLocks || !service.isOurs;
  if (!hasLocks) settings.faults.note('noLocks');
  const locks = hasLocks ? makeLocks(scheduler) : noLocks;
  const channels = makeChannels(scheduler);
  const onSilent = (): void => settings.onSilentDisk(name);
  const disk = makeDisk({ ...settings, onSilent, now: time.now, isHeldBy: hasLocks ? locks.isHeldBy : null });
  const workerSettings = { apiUrl: 'api', isSameOrigin: service.isSameOrigin, isDiffMode };
  const session = makeSession({ ...settings, now: time.now, disk, settings: workerSettings });
  const httpCache = makeHttpCache();
  const tabs = new Map<number, SimulatedTab>();
  const condition = { skewMs: 0, isOnline: true };
  let worker: Owner | null = null;
  let lives = 0;

  /** The users with unsent changes that the worker was told about. */
  const marked = new Set<UserId>();

  const newId = (): string => {
    ids += 1;
    return timedUuid(ids);
  };
  const world: TabWorld = {
    service,
    time,
    locks,
    hasNoLocks: !hasLocks,
    channels,
    random: () => random.below(1000) / 1000,
    now: () => time.now() + condition.skewMs,
    newId,
    isOnline: () => condition.isOnline,
    // The browser knows its provider already.
    providerMemory: { read: async () => service.offered, write: async () => undefined },
    isDiffMode,
    httpCache,
    disk,
    sessionFor: session.sessionFor,
    onUnsent: (user) => marked.add(user),
  };

  const workerBrowser = (owner: Owner): WorkerBrowser => ({
    copy: disk.openSession(owner),
    lock: locks.requestFor(owner),
    openChannel: channels.openFor(owner),
    openUserDatabase: (user) => disk.openUserDatabase(owner, user, newId),
    openProviderMemory: () => world.providerMemory,
    fetch: (url, init = {}) =>
      service.fetch(String(url), init, { owner, session: `worker-${name}`, isOnline: condition.isOnline, httpCache }),
    now: world.now,
    newId,
    giveUpAfter: (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    },
  });

  const killWorker = (): boolean => {
    if (!worker) return false;
    worker.isDead = true;
    disk.died(worker);
    channels.died(worker);
    locks.died(worker);
    worker = null;
    return true;
  };

  return {
    name,
    hasLocks,
    tabs,
    session,
    condition,
    disk,
    openTab: (slot: number): SimulatedTab => {
      lives += 1;
      const tab = openTab(`${name}t${slot}x${lives}`, world);
      tabs.set(slot, tab);
      return tab;
    },
    /** Freezes a tab that does not hold the lock. Half of the frozen tabs lose the messages sent meanwhile. */
    freeze: (tab: SimulatedTab): void => {
      if (locks.isHeldBy(tab.owner)) return;
      tab.owner.isFrozen = true;
      channels.setDeaf(tab.owner, random.chance(0.5));
    },
    thaw: (tab: SimulatedTab): void => {
      tab.owner.isFrozen = false;
      channels.setDeaf(tab.owner, false);
      tab.setVisible(true);
    },
    setOnline: (isOnline: boolean): void => {
      condition.isOnline = isOnline;
      for (const tab of tabs.values()) tab.notify();
    },
    isLeading: (tab: SimulatedTab, user: string): boolean => locks.isHeldBy(tab.owner, lockName(asUserId(user))),
    /** The browser wakes the worker, which does nothing while a page is visible. With plain HTTP there are neither locks nor workers. */
    wakeWorker: async (): Promise<void> => {
      const user = random.pick([...marked]);
      if (!user || !hasLocks || worker || [...tabs.values()].some((tab) => tab.isVisible())) return;
      const owner: Owner = { isDead: false };
      worker = owner;
      await sendUnsentIn(workerBrowser(owner), user).finally(() => {
        if (worker === owner) worker = null;
      });
    },
    killWorker,
    /** Kills the browser after its tabs. Local storage loses what is not on disk yet. */
    kill: (): void => {
      killWorker();
      session.killed();
    },
  };
};

export type SimulatedBrowser = ReturnType<typeof makeBrowser>;
