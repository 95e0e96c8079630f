import { firstScreenOf } from './firstScreen';
import { lazyPart } from './lazyPart';

export const guestPage = lazyPart(async () => (await import('../features/guest/GuestPage')).GuestPage);
export const listsPage = lazyPart(async () => (await import('../features/lists/ListsPage')).ListsPage);
export const listPage = lazyPart(async () => (await import('../features/list/ListPage')).ListPage);
export const logsPage = lazyPart(async () => (await import('../features/logs/LogsPage')).LogsPage);
export const listLayers = lazyPart(async () => (await import('../features/listActions/ListLayers')).ListLayers);
export const errorPopover = lazyPart(async () => (await import('../features/errors/ErrorPopover')).ErrorPopover);
export const shareSheet = lazyPart(async () => (await import('../features/share/ShareSheet')).ShareSheet);
export const analyticsSwitch = lazyPart(async () => (await import('./AnalyticsSwitch')).AnalyticsSwitch);
export const installSlot = lazyPart(async () => (await import('./InstallSlot')).InstallSlot);
export const lostLists = lazyPart(async () => (await import('../features/status/LostLists')).LostLists);

/** In the order in which they are likely to be wanted. */
const ALL = [listsPage, listPage, listLayers, errorPopover, logsPage, lostLists, shareSheet, installSlot, guestPage];

const SCREENS = { guest: guestPage, logs: logsPage, lists: listsPage, list: listPage };

/** The screen that is wanted first: a start need not fetch it after the rest. */
export const firstPart = (pathname: string, isSignedIn: boolean) => SCREENS[firstScreenOf(pathname, isSignedIn)];

/** Fetches the parts once the page has nothing better to do, so that they open at once, also offline. */
export const prefetchParts = (page: Window): void => {
  const fetchAll = (): void => {
    for (const { prefetch } of ALL) void prefetch();
  };
  // Safari has no idle callback.
  if (typeof page.requestIdleCallback === 'function') page.requestIdleCallback(fetchAll, { timeout: 5000 });
  else setTimeout(fetchAll, 1000);
};
