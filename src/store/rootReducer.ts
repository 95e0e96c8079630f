import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { deriveView } from '../sync/replay';
import { emptyBase, emptyLog, emptyView, type SyncState, type View } from '../sync/syncState';
import { errorsReducer } from './errorsSlice';
import { loadingReducer } from './loadingSlice';
import { logsReducer } from './logsSlice';
import { sessionReducer } from './sessionSlice';
import { syncReducer } from './syncSlice';

export interface RootState extends View {
  readonly status: ReturnType<typeof syncReducer>;
  readonly errors: ReturnType<typeof errorsReducer>;
  readonly loading: ReturnType<typeof loadingReducer>;
  readonly session: ReturnType<typeof sessionReducer>;
  readonly logs: ReturnType<typeof logsReducer>;
  readonly data: SyncState;
}

const nothing: SyncState = { base: emptyBase, log: emptyLog };

/**
 * The slices side by side, and lists and items derived from data: view = replay(base, log), recomputed only where either changed.
 * @param data base and log, wrapped by redux-persist while a user's data are open
 */
export const makeRootReducer =
  (data: Reducer<SyncState>): Reducer<RootState, UnknownAction, Partial<RootState>> =>
  (state, action) => {
    const before: SyncState = state?.data ?? nothing;
    const now = data(state?.data, action);
    const { lists, items }: View = deriveView(
      { lists: state?.lists ?? emptyView.lists, items: state?.items ?? emptyView.items },
      before,
      now,
    );
    // Named one by one: to walk over the slices and copy their state costs more than to reduce it.
    const status = syncReducer(state?.status, action);
    const errors = errorsReducer(state?.errors, action);
    const loading = loadingReducer(state?.loading, action);
    const session = sessionReducer(state?.session, action);
    const logs = logsReducer(state?.logs, action);
    const isSame =
      state !== undefined &&
      now === state.data &&
      lists === state.lists &&
      items === state.items &&
      status === state.status &&
      errors === state.errors &&
      loading === state.loading &&
      session === state.session &&
      logs === state.logs;
    return isSame ? (state as RootState) : { status, errors, loading, session, logs, data: now, lists, items };
  };
