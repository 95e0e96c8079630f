import { v7 } from 'uuid';
import type { User } from '../../src/contract/user';
import { parseUser } from '../../src/contract/user';
import type { Activity } from '../../src/device/activity';
import type { RoundCapabilities } from '../../src/storage/providerMemory';
import type { SessionStorage } from '../../src/storage/session';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { startSession } from '../../src/store/session/followToken';
import type { AppStore } from '../../src/store/state/appStore';
import type { Ports } from '../../src/store/state/ports';
import { makeStore } from '../../src/store/store';
import type { RequestLock } from '../../src/sync/tabs/browserLock';
import type { OpenChannel } from '../../src/sync/tabs/tabChannel';
import { PROVIDER } from './contractServer';
import { keptMemory, memoryStorage } from './memoryStorage';
import { untilDead } from './untilDead';

/**
 * Browsers for tests: each has a disk (fake-indexeddb, kept apart by a device prefix), locks and channels that its tabs share,
 * and tabs that are real stores. A tab can be hidden, go offline, be killed, and be opened again on the same disk.
 */
export interface TestBrowser {
  /** Opens a tab; resolves when its first screen is known. */
  openTab(changes?: Partial<Ports>): Promise<TestTab>;
  signIn(login: { readonly jwt: string; readonly user: unknown }): void;
  readonly session: { token: string | null; user: User | null };
  /** Holds back the storage events about sign-in and sign-out. A real browser sends them to the other tabs some time later. */
  holdStorageEvents(): { deliver(): void };
}

export interface TestTab {
  readonly name: string;
  readonly store: AppStore;
  readonly vibrations: unknown[];
  setOnline(isOnline: boolean): void;
  setVisible(isVisible: boolean): void;
  /** The tab is hidden and gets no messages from the other tabs. `wake` shows it again. */
  sleep(): void;
  wake(): void;
  /** Kills the tab: nothing of it runs any more, and its lock is free. */
  kill(): void;
}

interface Waiting {
  readonly tab: string;
  readonly give: () => void;
}

const makeLocks = () => {
  const held = new Map<string, { tab: string; next: Waiting[] }>();
  const leave = (name: string): void => {
    const next = held.get(name)?.next.shift();
    if (next) next.give();
    else held.delete(name);
  };
  const requestFor =
    (tab: string, isDead: () => boolean): RequestLock =>
    async (name, signal, work) => {
      if (isDead()) return new Promise(() => undefined);
      signal.throwIfAborted();
      const current = held.get(name);
      if (current) {
        await new Promise<void>((resolve, reject) => {
          const give = (): void => {
            signal.removeEventListener('abort', giveUp);
            current.tab = tab;
            resolve();
          };
          const giveUp = (): void => {
            current.next = current.next.filter((waiting) => waiting.give !== give);
            reject(Object.assign(new Error('given up'), { name: 'AbortError' }));
          };
          current.next.push({ tab, give });
          signal.addEventListener('abort', giveUp);
        });
      } else {
        held.set(name, { tab, next: [] });
      }
      try {
        await work();
      } finally {
        if (!isDead()) leave(name);
      }
    };
  const killed = (tab: string): void => {
    for (const [name, lock] of [...held]) {
      lock.next = lock.next.filter((waiting) => waiting.tab !== tab);
      if (lock.tab === tab) leave(name);
    }
  };
  return { requestFor, killed };
};

const makeChannels = () => {
  const members = new Map<string, Set<{ tab: string; onMessage: (message: never) => void }>>();
  const openFor =
    (tab: string, isDead: () => boolean, isAsleep: () => boolean): OpenChannel =>
    (name, onMessage) => {
      const channel = members.get(name) ?? new Set();
      members.set(name, channel);
      const member = { tab, onMessage: (message: never) => (isAsleep() ? undefined : onMessage(message)) };
      channel.add(member);
      return {
        post: (message) => {
          if (isDead()) return;
          const copy = structuredClone(message);
          queueMicrotask(() => {
            for (const other of channel) if (other !== member) other.onMessage(copy as never);
          });
        },
        close: () => channel.delete(member),
      };
    };
  const killed = (tab: string): void => {
    for (const channel of members.values())
      for (const member of [...channel]) if (member.tab === tab) channel.delete(member);
  };
  return { openFor, killed };
};

let browsers = 0;

/** @param now the clock of this browser, epoch ms; a test may give each device another clock */
export const openBrowser = (now: () => number = Date.now): TestBrowser => {
  browsers += 1;
  const browserNumber = browsers;
  const prefix = `b${browsers}-${Math.round(now() % 1e6)}-`;
  const locks = makeLocks();
  const channels = makeChannels();
  const stored: { token: string | null; user: User | null } = { token: null, user: null };
  const watchers = new Set<() => void>();
  const provider: { known: RoundCapabilities | null } = { known: null };
  let heldEvents: (() => void)[] | null = null;
  let tabs = 0;
  let ids = 0;
  let lastMs = 0;

  const tellOthers = (own: Set<() => void>): void => {
    for (const watch of watchers) {
      if (own.has(watch)) continue;
      if (heldEvents) heldEvents.push(watch);
      else watch();
    }
  };

  const session = (own: Set<() => void>): SessionStorage => ({
    token: () => stored.token,
    user: () => stored.user,
    save: (token, user) => {
      Object.assign(stored, { token, user });
      tellOthers(own);
    },
    saveUser: (user) => {
      stored.user = user;
    },
    renewToken: (asked, renewed) => {
      if (stored.token !== asked) return;
      stored.token = renewed;
      tellOthers(own);
    },
    agreed: async () => undefined,
    clearToken: (token) => {
      if (stored.token !== token) return;
      stored.token = null;
      tellOthers(own);
    },
    subscribe: (watch) => {
      own.add(watch);
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
  });

  return {
    session: stored,
    holdStorageEvents: () => {
      heldEvents = [];
      return {
        deliver: () => {
          const events = heldEvents ?? [];
          heldEvents = null;
          for (const watch of events) watch();
        },
      };
    },
    signIn: ({ jwt, user }) => Object.assign(stored, { token: jwt, user: parseUser(user) }),
    openTab: async (changes = {}) => {
      tabs += 1;
      // Tabs of different devices need different names: change ids contain the name, and keys of writes contain change ids.
      const name = `b${browserNumber}tab${tabs}`;
      let isDead = false;
      let isAsleep = false;
      const dies = new AbortController();
      const activity = { isOnline: true, isVisible: true, watchers: new Set<() => void>() };
      const own = new Set<() => void>();
      const vibrations: unknown[] = [];
      const notify = (): void => {
        for (const watch of activity.watchers) if (!isDead) watch();
      };
      const port: Activity = {
        isOnline: () => activity.isOnline,
        isVisible: () => activity.isVisible,
        subscribe: (watch) => {
          activity.watchers.add(watch);
          return () => activity.watchers.delete(watch);
        },
      };
      const never = new Promise<never>(() => undefined);
      const world: Ports = {
        now,
        random: () => 0.5,
        newId: (atMs) => {
          ids += 1;
          if (atMs !== undefined) return v7({ msecs: atMs, seq: ids });
          lastMs = Math.max(lastMs + 1, now());
          return v7({ msecs: lastMs });
        },
        tab: name,
        sessionId: `${prefix}${name}`,
        fetch: async (input, init) => {
          if (isDead) return never;
          if (!activity.isOnline) throw new TypeError('Failed to fetch');
          const signal = init?.signal ? AbortSignal.any([init.signal, dies.signal]) : dies.signal;
          const answer = await fetch(input, { ...init, signal });
          return isDead ? never : answer;
        },
        apiUrl: `${PROVIDER}/api`,
        isSameOrigin: true,
        openProviderMemory: async () => ({
          read: async () => provider.known,
          write: async (known) => void Object.assign(provider, { known }),
        }),
        xsrfToken: () => null,
        isDiffMode: false,
        activity: port,
        vibrate: (pattern) => vibrations.push(pattern),
        session: session(own),
        openUserDatabase: (user, newId) => openUserDatabase(`${prefix}${user}` as typeof user, newId),
        lock: locks.requestFor(name, () => isDead),
        openChannel: channels.openFor(
          name,
          () => isDead,
          () => isAsleep,
        ),
        onUnsent: () => undefined,
        takeUnsaved: async () => [],
        keepStorage: () => undefined,
        forgetUser: async () => undefined,
        openKeptStorage: async () => keptMemory(),
        local: memoryStorage(),
        ...changes,
      };
      // A dead tab must not read or write a disk that the test provides either.
      const ports: Ports = {
        ...world,
        openUserDatabase: async (user, newId) => untilDead(await world.openUserDatabase(user, newId), () => isDead),
      };
      const store = makeStore(ports, undefined, { isDevelopment: true });
      await store.dispatch(startSession());
      const setVisible = (isVisible: boolean): void => {
        activity.isVisible = isVisible;
        notify();
      };
      return {
        name,
        store,
        vibrations,
        setOnline: (isOnline) => {
          activity.isOnline = isOnline;
          notify();
        },
        setVisible,
        sleep: () => {
          isAsleep = true;
          setVisible(false);
        },
        wake: () => {
          isAsleep = false;
          setVisible(true);
        },
        kill: () => {
          isDead = true;
          dies.abort();
          for (const watch of own) watchers.delete(watch);
          activity.watchers.clear();
          channels.killed(name);
          locks.killed(name);
        },
      };
    },
  };
};
