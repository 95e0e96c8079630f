import { pathBelow } from '../contract/basePath';
import { whenIdle } from '../device/whenIdle';
import { PANES_PX } from '../ui/tokens';
import { firstScreenOf } from './firstScreen';
import { lazyComponent } from './lazyComponent';

export const guestPage = lazyComponent(async () => (await import('../features/guest/GuestPage')).GuestPage);
const resetParts = () => import('../features/reset/resetParts');
export const forgotDialog = lazyComponent(async () => (await resetParts()).ForgotDialog);
export const resetPage = lazyComponent(async () => (await resetParts()).ResetPage);
export const listsPage = lazyComponent(async () => (await import('../features/lists/ListsPage')).ListsPage);
export const listPage = lazyComponent(async () => (await import('../features/list/ListPage')).ListPage);
export const logsPage = lazyComponent(async () => (await import('../features/logs/LogsPage')).LogsPage);
/** Both are in one module, because waiting for the lists comes just before the lists. */
export const listsArea = lazyComponent(async () => (await import('./ListsArea')).ListsArea);
export const waitingLists = lazyComponent(async () => (await import('./ListsArea')).WaitingLists);
export const listOverlays = lazyComponent(
  async () => (await import('../features/listActions/ListOverlays')).ListOverlays,
);
export const errorPopover = lazyComponent(async () => (await import('../features/errors/ErrorPopover')).ErrorPopover);
export const shareSheet = lazyComponent(async () => (await import('../features/share/ShareSheet')).ShareSheet);
export const analyticsSwitch = lazyComponent(async () => (await import('./AnalyticsSwitch')).AnalyticsSwitch);
export const installSlot = lazyComponent(async () => (await import('./InstallSlot')).InstallSlot);
const sharingParts = () => import('../features/sharing/sharingParts');
export const joinSheet = lazyComponent(async () => (await sharingParts()).JoinSheet);
export const invitationCard = lazyComponent(async () => (await sharingParts()).InvitationCard);
export const pasteInvite = lazyComponent(async () => (await sharingParts()).PasteInvite);
export const sharingNews = lazyComponent(async () => (await sharingParts()).SharingNews);
export const recoveryOffers = lazyComponent(
  async () => (await import('../features/status/RecoveryOffers')).RecoveryOffers,
);
export const setBackNotice = lazyComponent(
  async () => (await import('../features/status/SetBackNotice')).SetBackNotice,
);

/** In the order of likely use. */
const ALL = [
  listsArea,
  waitingLists,
  listsPage,
  listPage,
  listOverlays,
  errorPopover,
  logsPage,
  recoveryOffers,
  shareSheet,
  joinSheet,
  installSlot,
  guestPage,
];

const SCREENS = { guest: guestPage, reset: resetPage, logs: logsPage, lists: listsPage, list: listPage };

const PREFETCH_TIMEOUT_MS = 5000;

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
export const prefetchComponents = async (page: Window): Promise<void> => {
  for (const { prefetch } of ALL) {
    await whenIdle(page, PREFETCH_TIMEOUT_MS);
    await prefetch();
  }
};
