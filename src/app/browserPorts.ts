import { v4 } from 'uuid';
import { HANDED_OVER_KEY } from '../contract/storageKeys';
import type { WorkerMessage } from '../contract/workerMessages';
import { browserActivity } from '../device/activity';
import { fetchChunk } from '../device/fetchChunk';
import { vibrate } from '../device/haptics';
import { readText } from '../device/webStorage';
import { openLocalStore } from '../storage/localStore';
import { browserSession } from '../storage/session';
import type { Ports } from '../store/state/ports';
import { requestBrowserLock } from '../sync/tabs/browserLock';
import { openBroadcastChannel } from '../sync/tabs/tabChannel';
import type { Env } from './env';
import { makeNewId } from './newId';

const TAB_LETTERS = 8;

/** A random tab name for each page load: a duplicated tab would copy a name from session storage. */
const newTab = (): string => v4().replaceAll('-', '').slice(0, TAB_LETTERS);

/** Like axios: a cookie that is not encoded is used unchanged, so that it makes no request fail. */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const readXsrfToken = (page: Window): string | null => {
  const [, value] = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(page.document.cookie) ?? [];
  return value ? decoded(value) : null;
};

/**
 * Uses `ready`, because this page may have no controlling worker yet: after its first visit, or after a forced reload.
 */
const tellWorker = (message: WorkerMessage): void =>
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));

/** Both are loaded at sign-in, because a guest needs no database. */
const userDatabaseParts = () => fetchChunk(() => import('../storage/userDatabase'));
const keptStorageParts = () => fetchChunk(() => import('../storage/keptStorage'));

/**
 * The store's ports, implemented by the browser.
 * @param onProblem receives harmless failures, for the log
 */
export const browserPorts = (page: Window, env: Env, onProblem: (text: string) => void): Ports => ({
  now: Date.now,
  random: Math.random,
  newId: makeNewId(Date.now, openLocalStore(page)),
  tab: newTab(),
  // Of this page alone: a duplicated tab would copy an id from session storage, and the server keeps one stream for each.
  sessionId: v4(),
  fetch: page.fetch.bind(page),
  apiUrl: env.apiUrl,
  isSameOrigin: env.isSameOrigin,
  openProviderMemory: async () =>
    (await fetchChunk(() => import('../storage/providerMemory'))).openProviderMemory(env.apiUrl),
  // Our cookie must not be sent to another origin.
  xsrfToken: () => (env.isSameOrigin ? readXsrfToken(page) : null),
  isDiffMode: env.isDiffMode,
  activity: browserActivity(page),
  vibrate,
  session: browserSession(page, env, (error) => onProblem(`session copy for the worker: ${String(error)}`)),
  openUserDatabase: async (user, newId) => (await userDatabaseParts()).openUserDatabase(user, newId),
  openKeptStorage: async () => (await keptStorageParts()).openKeptStorage(),
  forgetUser: async (user) => {
    const [{ deleteUserDatabase }, { forgetKept }] = await Promise.all([userDatabaseParts(), keptStorageParts()]);
    await Promise.all([deleteUserDatabase(user), forgetKept(user)]);
  },
  lock: requestBrowserLock,
  hasNoLocks: !('locks' in navigator),
  openChannel: openBroadcastChannel,
  onUnsent: (userId) => tellWorker({ kind: 'unsent', userId }),
  takeUnsaved: async (user) => {
    if (readText(() => page.sessionStorage, HANDED_OVER_KEY) === null) return [];
    return (await fetchChunk(() => import('./handOver'))).takeHandedOver(page, user);
  },
  keepStorage: () => {
    fetchChunk(() => import('./keepStorage'))
      .then(({ keepStorage }) => keepStorage(page))
      .catch((error: unknown) => onProblem(`storage.persist: ${String(error)}`));
  },
  local: openLocalStore(page),
});
