import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { emptyBase, emptyLog, emptyView, type SyncState, type View } from '../../sync/model/syncState';
import { authorsReducer } from './authorsSlice';
import { capabilitiesReducer } from './capabilitiesSlice';
import { errorsReducer } from './errorsSlice';
import { loadingReducer } from './loadingSlice';
import { logsReducer } from './logsSlice';
import { operationsReducer } from './operationsSlice';
import { sessionReducer } from './sessionSlice';
import { syncReducer } from './syncSlice';

const slices = combineReducers({
  authors: authorsReducer,
  capabilities: capabilitiesReducer,
  status: syncReducer,
  errors: errorsReducer,
  loading: loadingReducer,
  session: sessionReducer,
  logs: logsReducer,
  operations: operationsReducer,
});

export type RootState = ReturnType<typeof slices> & View & { readonly data: SyncState };

const nothing: SyncState = { base: emptyBase, log: emptyLog };

/** The rules for a user's data. Their code is loaded with the first user. */
export interface DataRules {
  /** Base and log. */
  readonly reduce: Reducer<SyncState>;
  /** The view of `now`. Parts that are equal to `was` keep their identity. */
  readonly derive: (view: View, was: SyncState, now: SyncState) => View;
}

/** The rules before the first sign-in: there are no data. */
const noData: DataRules = { reduce: (state = nothing) => state, derive: (view) => view };

/**
 * Combines the slices, and derives lists and items from data: view = replay(base, log), recomputed only where they
 * changed.
 */
export const makeRootReducer =
  ({ reduce, derive }: DataRules = noData): Reducer<RootState, UnknownAction, Partial<RootState>> =>
  (state, action) => {
    const before: SyncState = state?.data ?? nothing;
    const now = reduce(state?.data, action);
    const { lists, items }: View = derive(
      { lists: state?.lists ?? emptyView.lists, items: state?.items ?? emptyView.items },
      before,
      now,
    );
    const { status, errors, loading, session, logs, operations, authors, capabilities } = state ?? {};
    const known =
      status && errors && loading && session && logs && operations && authors && capabilities
        ? { status, errors, loading, session, logs, operations, authors, capabilities }
        : undefined;
    const rest = slices(known, action);
    const isSame = state && rest === known && now === state.data && lists === state.lists && items === state.items;
    return isSame ? (state as RootState) : { ...rest, data: now, lists, items };
  };
