import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { emptyBase, emptyLog, emptyView, type Log, type SyncState, type View } from '../../sync/model/syncState';
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

/** The changes of new items without text, by list. Only this window has them. */
export type Drafts = Log['items'];

export interface DataState extends SyncState {
  readonly drafts: Drafts;
}

export type RootState = ReturnType<typeof slices> & View & { readonly data: DataState };

export const noData: DataState = { base: emptyBase, log: emptyLog, drafts: {} };

/** The rules for a user's data. Their code is loaded with the first user. */
export interface DataRules {
  /** Base, log and drafts. */
  readonly reduce: Reducer<DataState>;
  /** The view of `now`. Parts that are equal to `was` keep their identity. */
  readonly derive: (view: View, was: DataState, now: DataState) => View;
}

/** The rules before the first sign-in: there are no data. */
const noRules: DataRules = { reduce: (state = noData) => state, derive: (view) => view };

/**
 * Combines the slices, and derives lists and items from data: view = replay(base, log and drafts), recomputed only
 * where they changed.
 */
export const makeRootReducer =
  ({ reduce, derive }: DataRules = noRules): Reducer<RootState, UnknownAction, Partial<RootState>> =>
  (state, action) => {
    const before: DataState = state?.data ?? noData;
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
