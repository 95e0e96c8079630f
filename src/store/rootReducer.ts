import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { deriveView } from '../sync/replay';
import { emptyBase, emptyLog, emptyView, type SyncState, type View } from '../sync/syncState';
import { errorsReducer } from './errorsSlice';
import { loadingReducer } from './loadingSlice';
import { logsReducer } from './logsSlice';
import { sessionReducer } from './sessionSlice';
import { syncReducer } from './syncSlice';

const slices = combineReducers({
  status: syncReducer,
  errors: errorsReducer,
  loading: loadingReducer,
  session: sessionReducer,
  logs: logsReducer,
});

export type RootState = ReturnType<typeof slices> & View & { readonly data: SyncState };

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
    const { status, errors, loading, session, logs } = state ?? {};
    const known =
      status && errors && loading && session && logs ? { status, errors, loading, session, logs } : undefined;
    const rest = slices(known, action);
    const isSame = state && rest === known && now === state.data && lists === state.lists && items === state.items;
    return isSame ? (state as RootState) : { ...rest, data: now, lists, items };
  };
