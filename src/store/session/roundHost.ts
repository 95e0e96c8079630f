import type { SyncHost } from '../../sync/round/rowRequest';
import type { AppStore } from '../state/appStore';
import type { UserData } from '../state/session';

/**
 * What a page's round reads and writes: the store, and the disk behind it. After the end of the round it applies
 * nothing.
 * @param heard called when the server has answered something
 */
export const makeRoundHost = (store: AppStore, data: UserData, signal: AbortSignal, heard: () => void): SyncHost => ({
  state: () => store.getState().data,
  apply: async (event) => {
    if (signal.aborted) return;
    heard();
    store.dispatch(event);
    if (event.type === 'sync/operationStarted' || event.type === 'sync/operationEnded')
      data.tell({ kind: 'run', event });
    await data.journal.flushed();
  },
});
