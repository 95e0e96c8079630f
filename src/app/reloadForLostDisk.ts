import type { AppStore, AppThunk } from '../store/state/appStore';
import type { RootState } from '../store/state/rootReducer';
import { handOver } from './handOver';

/** What WebKit says of each request then. */
const LOST = /^UnknownError: .*server lost/;

/** Nobody has typed for this time. */
const QUIET_MS = 2000;

/** A page that has lost its disk sooner might lose it again and again. */
const YOUNG_MS = 60_000;

const isDiskLost = ({ errors }: RootState): boolean =>
  errors.some(({ id, reason }) => id === 'storageError' && LOST.test(reason));

/** A dialog may hold a draft. Without a worker, only a network brings the page back. */
const mayReload = ({ document, navigator, performance }: Window): boolean =>
  document.querySelector('[role=dialog],[role=alertdialog]') === null &&
  performance.now() > YOUNG_MS &&
  (Boolean(navigator.serviceWorker?.controller) || navigator.onLine);

/** Whether the next page will have what only this page knows. */
const handedOver =
  (page: Window): AppThunk<Promise<boolean>> =>
  async (_dispatch, _getState, { session }) => {
    const data = session.data();
    await data?.journal.flushed();
    return !data || handOver(page, data.userId, data.journal.dirty());
  };

/**
 * Reloads the page when WebKit has taken the disk from it, because only the next page gets it back. That happens after
 * the process behind the disk has ended, as iOS may do while the app is in the background. Until then a page can neither
 * read nor store, and so it sends nothing.
 */
export const reloadForLostDisk = (page: Window, store: AppStore): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS);
  };
  const look = async (): Promise<void> => {
    if (!isDiskLost(store.getState())) return;
    if (mayReload(page) && (await store.dispatch(handedOver(page)))) page.location.reload();
    else wait();
  };
  store.subscribe(() => {
    if (isDiskLost(store.getState())) wait();
  });
};
