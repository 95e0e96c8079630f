import 'fake-indexeddb/auto';
import { afterEach } from '@jest/globals';
import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { AppProviders } from '../../src/app/AppProviders';
import { AppShell } from '../../src/app/AppShell';
import { makeI18n } from '../../src/app/i18n';
import { makeNewId } from '../../src/app/newId';
import type { PendingInvitation } from '../../src/app/pendingInvitation';
import { RouteError } from '../../src/app/RouteError';
import type { WatchUpdates } from '../../src/app/registerWorker';
import { asItemId, asListId, asUserId, type ItemId, type ListId, type UserId } from '../../src/contract/ids';
import { parseUser, type User } from '../../src/contract/user';
import type { Language } from '../../src/locales/languages';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { makeUsualMemory } from '../../src/storage/usualMemory';
import { syncSoon } from '../../src/store/acts/forceSync';
import { startSession } from '../../src/store/session/followToken';
import type { AppStore } from '../../src/store/state/appStore';
import { selectIsRoundRunning } from '../../src/store/state/loadingSlice';
import type { Ports } from '../../src/store/state/ports';
import { makeStore } from '../../src/store/store';
import { selectHasPulled, selectUnsentCount } from '../../src/store/view/viewSelectors';

export { PASSWORD } from './contractServer';

import { eventually } from './eventually';
import { keptMemory, memoryStorage } from './memoryStorage';
import { type Account, openAccount } from './screenServer';
import { stubLayout } from './stubLayout';

// Only a limit, because a busy machine may be slow.
configure({ asyncUtilTimeout: 20_000 });

/**
 * The whole app for a test: the real store, screens and translations over a disk in memory, and the real server
 * behind the network. The `lists` of a test are on the server, and are pulled before the first screen.
 */
export interface SeedItem {
  readonly description?: string;
  readonly quantity?: string;
  readonly done?: boolean;
}
export interface SeedList {
  readonly name?: string;
  readonly icon?: string;
  readonly items?: readonly (SeedItem | string)[];
  /** The names of those whom the list is shared with. */
  readonly members?: readonly string[];
}

export interface AppOptions {
  readonly route?: string;
  readonly language?: Language;
  readonly lists?: readonly SeedList[];
  /** A token is stored; true unless told. */
  readonly isSignedIn?: boolean;
  /** The token's user is stored too; true unless told. */
  readonly isUserKnown?: boolean;
  /** The network while the screens are looked at; the lists were pulled before either way. */
  readonly isOnline?: boolean;
  /** Nothing was pulled before the first screen: a first start on this device. */
  readonly isFirstStart?: boolean;
  /** Of the window; a phone's unless told. */
  readonly widthPx?: number;
  /** Answers instead of the server; undefined leaves a request to it. */
  readonly answer?: (path: string, init: RequestInit) => Promise<Response | undefined> | Response | undefined;
  readonly watchUpdates?: WatchUpdates;
  readonly invitation?: PendingInvitation;
  readonly ports?: Partial<Ports>;
  /** Whose app it is; a new account unless told. */
  readonly account?: Account;
  /** Rendered beside the app inside its router. */
  readonly beside?: ReactNode;
}

const json = (status: number, body: unknown): Response =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

export const problem = (status: number, message: string): Response =>
  json(status, { data: null, error: { status, name: 'Error', message, details: {} } });

/** An aborted request fails at once. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
  });

/** An answer: a stream that is open and says nothing. */
export const silentStream = (path: string, { signal }: RequestInit): Response | undefined => {
  if (!path.endsWith('/sse')) return undefined;
  const stream = new ReadableStream({
    start: (controller) => signal?.addEventListener('abort', () => controller.error(new Error('closed'))),
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
};

let users = 0;

const makeFetch = ({ answer, isOnline }: { answer: AppOptions['answer']; isOnline: () => boolean }) => {
  const requests: { path: string; init: RequestInit }[] = [];
  const fetch = (async (input: string, init: RequestInit = {}): Promise<Response> => {
    const path = input.replace(/^.*?\/api/, '');
    if (!isOnline()) throw new TypeError('Failed to fetch');
    requests.push({ path, init });
    const special = answer && (await Promise.race([answer(path, init), aborted(init.signal)]));
    return special ?? globalThis.fetch(input, init);
  }) as typeof globalThis.fetch;
  return { fetch, requests };
};

const makeActivity = () => {
  const watchers = new Set<() => void>();
  const now = { isOnline: true, isVisible: true };
  const change = (next: Partial<typeof now>): void => {
    Object.assign(now, next);
    act(() => {
      for (const watch of watchers) watch();
    });
  };
  return {
    port: {
      isOnline: () => now.isOnline,
      isVisible: () => now.isVisible,
      subscribe: (watch: () => void) => {
        watchers.add(watch);
        return () => watchers.delete(watch);
      },
    },
    setOnline: (isOnline: boolean) => change({ isOnline }),
    setVisible: (isVisible: boolean) => change({ isVisible }),
  };
};

const makeSession = (stored: { token: string | null; user: User | null }): Ports['session'] => ({
  token: () => stored.token,
  user: () => stored.user,
  save: (token, user) => Object.assign(stored, { token, user }),
  saveUser: (user) => Object.assign(stored, { user }),
  renewToken: (asked, renewed) => {
    if (stored.token === asked) stored.token = renewed;
  },
  agreed: async () => undefined,
  clearToken: (token) => {
    if (stored.token === token) stored.token = null;
  },
  subscribe: () => () => undefined,
});

let opened: AppStore[] = [];
afterEach(async () => {
  cleanup();
  const stores = opened;
  opened = [];
  await Promise.all(stores.map((store) => store.dispatch((_d, _g, { session }) => session.close())));
});

const seedLists = async (account: Account, lists: readonly SeedList[], newId: () => string) => {
  const seeded: { readonly listId: ListId; readonly itemIds: readonly ItemId[] }[] = [];
  for (const { name = '', icon = 'tomato', items = [], members = [] } of lists) {
    const listId = asListId(newId());
    const itemIds: ItemId[] = [];
    await account.add('lists', { uuid: listId, name, icon });
    for (const item of items) {
      const itemId = asItemId(newId());
      const fields = typeof item === 'string' ? { description: item } : item;
      await account.add('items', { uuid: itemId, list: listId, ...fields });
      itemIds.push(itemId);
    }
    for (const member of members) await account.join(listId, member);
    seeded.push({ listId, itemIds });
  }
  return seeded;
};

const place: { current: ReturnType<typeof useLocation> | null } = { current: null };
function Place() {
  place.current = useLocation();
  return null;
}

export const renderApp = async (options: AppOptions = {}) => {
  const { route = '/lists', language = 'pl', lists = [], isSignedIn = true, isOnline = true } = options;
  // A round ends outside of `act`, so tests wait for what it changes.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  stubLayout(options.widthPx ?? 390);
  users += 1;
  const account = options.account ?? (await openAccount());
  const user = parseUser(account.user) as User;
  const newId = makeNewId(Date.now, { getItem: () => null, setItem: () => undefined });
  const seeded = await seedLists(account, lists, newId);
  const activity = makeActivity();
  const isKnown = options.isUserKnown ?? true;
  const stored = isSignedIn ? { token: account.jwt, user: isKnown ? user : null } : { token: null, user: null };
  const { fetch, requests } = makeFetch({
    answer: options.answer,
    isOnline: () => activity.port.isOnline(),
  });
  const vibrations: unknown[] = [];
  const forgotten: UserId[] = [];
  const local = memoryStorage();
  const ports: Ports = {
    now: Date.now,
    random: () => 0.5,
    newId,
    tab: `tab${users}`,
    sessionId: 'session',
    fetch,
    apiUrl: `${account.origin}/api`,
    isSameOrigin: true,
    openProviderMemory: async () => ({ read: async () => null, write: async () => undefined }),
    xsrfToken: () => null,
    isDiffMode: false,
    activity: activity.port,
    vibrate: (pattern) => vibrations.push(pattern),
    session: makeSession(stored),
    openUserDatabase: (id, makeId) => openUserDatabase(asUserId(`screen-${id}`), makeId),
    lock: (_name, _signal, held) => held(),
    openChannel: () => ({ post: () => undefined, close: () => undefined }),
    onUnsent: () => undefined,
    takeUnsaved: async () => [],
    keepStorage: () => undefined,
    forgetUser: async (id) => void forgotten.push(id),
    openKeptStorage: async () => keptMemory(),
    local,
    ...options.ports,
  };
  const store = makeStore(ports, undefined, { isDevelopment: true });
  opened.push(store);
  if (options.isFirstStart && !isOnline) activity.setOnline(false);
  const started = store.dispatch(startSession()).catch(() => undefined);
  if (!options.isFirstStart) {
    await started;
    if (isSignedIn)
      await eventually(
        () => store.getState(),
        (state) => selectHasPulled(state) && !selectIsRoundRunning(state),
      );
    if (!isOnline) activity.setOnline(false);
  }
  const i18n = await makeI18n(language);
  const view = render(
    <AppProviders store={store} i18n={i18n}>
      <RouteError onError={() => undefined} onReload={() => undefined}>
        <MemoryRouter initialEntries={[route.replace(':first', seeded[0]?.listId ?? '')]} useTransitions={false}>
          <AppShell
            watchUpdates={options.watchUpdates ?? (() => undefined)}
            {...(options.invitation && { invitation: options.invitation })}
          />
          <Place />
          {options.beside}
        </MemoryRouter>
      </RouteError>
    </AppProviders>,
  );
  return {
    ...view,
    store,
    i18n,
    /** The account, and what its other devices and the members of its lists do. */
    account,
    /** The requests to the server, in order. */
    requests,
    /** The stored session, as local storage would have it. */
    stored,
    vibrations,
    /** The users whose data were removed from this device. */
    forgotten,
    /** Local storage. */
    local,
    /** The stored memory of bought products. */
    usual: makeUsualMemory(local),
    lists: seeded,
    listAt: (place: number): ListId => {
      const list = seeded[place];
      if (!list) throw new Error(`no list ${place} was given`);
      return list.listId;
    },
    /** Hands a request to the server, for an `answer` that holds back or replaces what comes. */
    pass: (path: string, init: RequestInit): Promise<Response> =>
      globalThis.fetch(`${account.origin}/api${path}`, init),
    user: userEvent.setup(),
    setOnline: activity.setOnline,
    setVisible: activity.setVisible,
    /** Path and query on screen. */
    path: () => `${place.current?.pathname ?? ''}${place.current?.search ?? ''}`,
    /** Resolves when the stream of Lists or a List is connected and the round that follows has ended. */
    settled: () =>
      eventually(
        () => store.getState(),
        (state) => state.status.stream === 'connected' && !selectIsRoundRunning(state),
      ),
    /** Sends now what waits, and resolves when the server has every change. */
    allSent: async () => {
      await store.dispatch(syncSoon());
      return eventually(
        () => selectUnsentCount(store.getState()),
        (count) => count === 0,
      );
    },
  };
};

export type TestApp = Awaited<ReturnType<typeof renderApp>>;
