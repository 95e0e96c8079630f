import { pathBelow } from '../contract/basePath';
import { whenIdle } from '../device/whenIdle';
import { PANES_PX } from '../ui/tokens';
import { firstScreenOf } from './firstScreen';
import { lazyPart } from './lazyPart';

export const guestPage = lazyPart(async () => (await import('../features/guest/GuestPage')).GuestPage);
const resetParts = () => import('../features/reset/resetParts');
export const forgotDialog = lazyPart(async () => (await resetParts()).ForgotDialog);
export const resetPage = lazyPart(async () => (await resetParts()).ResetPage);
export const listsPage = lazyPart(async () => (await import('../features/lists/ListsPage')).ListsPage);
export const listPage = lazyPart(async () => (await import('../features/list/ListPage')).ListPage);
export const logsPage = lazyPart(async () => (await import('../features/logs/LogsPage')).LogsPage);
/** Both are in one module, because waiting for the lists comes just before the lists. */
export const listsArea = lazyPart(async () => (await import('./ListsArea')).ListsArea);
export const waitingLists = lazyPart(async () => (await import('./ListsArea')).WaitingLists);
export const listLayers = lazyPart(async () => (await import('../features/listActions/ListLayers')).ListLayers);
export const errorPopover = lazyPart(async () => (await import('../features/errors/ErrorPopover')).ErrorPopover);
export const shareSheet = lazyPart(async () => (await import('../features/share/ShareSheet')).ShareSheet);
export const analyticsSwitch = lazyPart(async () => (await import('./AnalyticsSwitch')).AnalyticsSwitch);
export const installSlot = lazyPart(async () => (await import('./InstallSlot')).InstallSlot);
const sharingParts = () => import('../features/sharing/sharingParts');
export const joinSheet = lazyPart(async () => (await sharingParts()).JoinSheet);
export const invitationCard = lazyPart(async () => (await sharingParts()).InvitationCard);
export const pasteInvite = lazyPart(async () => (await sharingParts()).PasteInvite);
export const sharingNews = lazyPart(async () => (await sharingParts()).SharingNews);
export const recoveryOffers = lazyPart(async () => (await import('../features/status/RecoveryOffers')).RecoveryOffers);

/** In the order of likely use. */
const ALL = [
  listsArea,
  waitingLists,
  listsPage,
  listPage,
  listLayers,
  errorPopover,
  logsPage,
  recoveryOffers,
  shareSheet,
  joinSheet,
  installSlot,
  guestPage,
];

const SCREENS = { guest: guestPage, reset: resetPage, logs: logsPage, lists: listsPage, list: listPage };

const PREFETCH_PATIENCE_MS = 5000;

interface FirstParts {
  /** The code of the waiting screen. */
  readonly waiting: Promise<unknown>;
  readonly screen: Promise<unknown>;
}

/** Loads the code of the first screen at once. */
export const prefetchFirst = (page: Window, isSignedIn: boolean): FirstParts => {
  const name = firstScreenOf(pathBelow(page.location.pathname), page.location.hash, isSignedIn);
  const hasTwoPanes = page.matchMedia(`(min-width: ${PANES_PX}px)`).matches;
  const screens = [SCREENS[name], ...(name === 'list' && hasTwoPanes ? [listsPage] : [])];
  const waiting = isSignedIn ? [listsArea, waitingLists] : [];
  const fetchAll = (parts: readonly { prefetch(): Promise<void> }[]) =>
    Promise.all(parts.map((part) => part.prefetch()));
  return { waiting: fetchAll(waiting), screen: fetchAll(screens) };
};

/** Loads the other components one by one while the page is idle. So they open at once later, also offline. */
export const prefetchParts = async (page: Window): Promise<void> => {
  for (const { prefetch } of ALL) {
    await whenIdle(page, PREFETCH_PATIENCE_MS);
    await prefetch();
  }
};
