import type { UserId } from '../../../src/contract/ids';
import type { Activity } from '../../../src/device/activity';
import type { ProviderMemory } from '../../../src/storage/providerMemory';
import type { SessionStorage } from '../../../src/storage/session';
import { startSession } from '../../../src/store/session/followToken';
import type { AppStore, AppThunk } from '../../../src/store/state/appStore';
import type { RootState } from '../../../src/store/state/rootReducer';
import { makeStore } from '../../../src/store/store';
import { keptMemory, memoryStorage } from '../memoryStorage';
import type { HttpCache } from '../simulatedFetch';
import type { Owner } from '../simulationScheduler';
import type { Channels } from './simulatedChannels';
import type { BrowserDisk } from './simulatedDisk';
import type { Locks } from './simulatedLocks';
import type { Service } from './simulatedService';
import type { Time } from './simulatedTime';

/** What a browser gives its tabs. */
export interface TabWorld {
  readonly service: Service;
  readonly time: Time;
  readonly locks: Locks;
  readonly hasNoLocks: boolean;
  readonly channels: Channels;
  readonly random: () => number;
  readonly now: () => number;
  readonly newId: (atMs?: number) => string;
  readonly isOnline: () => boolean;
  readonly providerMemory: ProviderMemory;
  readonly isDiffMode: boolean;
  readonly httpCache: HttpCache;
  readonly disk: BrowserDisk;
  readonly sessionFor: (owner: Owner) => SessionStorage;
  readonly onUnsent: (user: UserId) => void;
}

/** Opens a tab with the product's own store. It may be killed at any moment. */
export const openTab = (name: string, world: TabWorld) => {
  const owner: Owner = { isDead: false, isFrozen: false, name } as Owner;
  const watchers = new Set<() => void>();
  let isVisible = true;
  const activity: Activity = {
    isOnline: world.isOnline,
    isVisible: () => isVisible,
    subscribe: (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
  };
  const notify = (): void => {
    world.service.stirred(owner);
    if (!owner.isDead && !owner.isFrozen) for (const watch of watchers) watch();
  };
  const store: AppStore = makeStore({
    now: world.now,
    random: world.random,
    newId: world.newId,
    tab: name,
    sessionId: `session-${name}`,
    fetch: (url, init = {}) =>
      world.service.fetch(String(url), init, {
        owner,
        session: `session-${name}`,
        isOnline: world.isOnline(),
        httpCache: world.httpCache,
      }),
    apiUrl: 'api',
    isSameOrigin: world.service.isSameOrigin,
    openProviderMemory: async () => world.providerMemory,
    xsrfToken: () => null,
    isDiffMode: world.isDiffMode,
    activity,
    vibrate: () => undefined,
    session: world.sessionFor(owner),
    openUserDatabase: (user) => world.disk.openUserDatabase(owner, user, world.newId),
    lock: world.locks.requestFor(owner),
    hasNoLocks: world.hasNoLocks,
    openChannel: world.channels.openFor(owner),
    onUnsent: world.onUnsent,
    takeUnsaved: async () => [],
    keepStorage: () => undefined,
    forgetUser: async () => undefined,
    openKeptStorage: async () => keptMemory(),
    local: memoryStorage(),
  });
  void store.dispatch(startSession());
  const holdStream: AppThunk<() => void> = (_dispatch, _getState, { session }) => session.holdStream();
  let leaveLists: (() => void) | null = store.dispatch(holdStream);
  return {
    name,
    owner,
    store,
    /** What the person can still undo. */
    undoable: [] as AppThunk[],
    isVisible: () => isVisible && !owner.isFrozen,
    setVisible: (value: boolean): void => {
      isVisible = value;
      notify();
    },
    showsLists: (): boolean => leaveLists !== null,
    /** The person goes from the lists to Logs, or back. Only Lists and List want the stream. */
    goToLogsOrBack: (): void => {
      if (leaveLists) leaveLists();
      leaveLists = leaveLists ? null : store.dispatch(holdStream);
    },
    notify,
    /** Calls `look` after every action of the store. */
    watch: (look: (state: RootState, before: RootState) => void): void => {
      let before = store.getState();
      store.subscribe(() => {
        if (owner.isDead) return;
        const state = store.getState();
        look(state, before);
        before = state;
      });
    },
    die: (): void => {
      owner.isDead = true;
      watchers.clear();
      world.disk.died(owner);
      world.channels.died(owner);
      world.service.died(owner);
      world.locks.died(owner);
    },
  };
};

export type SimulatedTab = ReturnType<typeof openTab>;
