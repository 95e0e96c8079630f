import type { AppStore, AppThunk } from '../store/state/appStore';
import type { RootState } from '../store/state/rootReducer';
import { handOver } from './handOver';
import { mayReload } from './reloadForChunk';
import { hasDialog } from './reloadWhenIdle';

/** What WebKit says of each request then. */
const LOST = /^UnknownError: .*server lost/;

/** The person has changed nothing for this time. */
const QUIET_MS = 2000;

const isDiskLost = ({ errors }: RootState): boolean =>
  errors.some(({ id, reason }) => id === 'storageError' && LOST.test(reason));

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
  /** The changes when the timer was started last. Null while the disk is not lost. */
  let known: RootState['data']['log'] | null = null;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS);
  };
  const look = async (): Promise<void> => {
    if (!isDiskLost(store.getState())) known = null;
    // Handed over last, because a copy that is not taken at once would be an old one later.
    else if (!hasDialog(page) && (await mayReload(page)) && (await store.dispatch(handedOver(page))))
      page.location.reload();
    else wait();
  };
  store.subscribe(() => {
    const state = store.getState();
    if (!isDiskLost(state) || state.data.log === known) return;
    known = state.data.log;
    wait();
  });
};
