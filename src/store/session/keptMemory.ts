import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, persistReducer, persistStore } from 'redux-persist';
import type { UserId } from '../../contract/ids';
import type { KeptStorage } from '../../storage/keptStorage';
import type { AppStore } from '../state/appStore';
import { numbered } from '../state/logsSlice';
import type { RootState } from '../state/rootReducer';

/**
 * What a person may look up later and no sync stands on, log lines and the runs of the sync, behind redux-persist. Another window
 * of the same user may write over it; nothing is lost by that but lines.
 */

/** Stored lines go before those of this page. */
const joined = (stored: Partial<RootState>, now: RootState): RootState => ({
  ...now,
  logs: numbered([...(stored.logs ?? []), ...now.logs]),
  operations: [...(stored.operations ?? []), ...now.operations],
});

/** @returns ends it: the store is left with the given reducer and nothing of redux-persist */
export const keepMemory = (
  store: AppStore,
  reducer: Reducer<RootState, UnknownAction, Partial<RootState>>,
  storage: KeptStorage,
  user: UserId,
): (() => void) => {
  const config: PersistConfig<RootState> = {
    key: user,
    storage,
    whitelist: ['logs', 'operations'],
    // The default gives up after five seconds and writes the initial state over what a slow disk holds.
    timeout: 0,
    stateReconciler: (stored, _original, now) => joined(stored as Partial<RootState>, now),
  };
  const persisted: unknown = persistReducer(config, reducer as Reducer<RootState, UnknownAction>);
  store.replaceReducer(persisted as typeof reducer);
  const persistor = persistStore(store);
  return () => {
    // What a full disk does not take of it is no loss.
    persistor.flush().catch(() => undefined);
    persistor.pause();
    // Its own key goes too: where it finds one, it takes the state for read and never reads the next user's.
    store.replaceReducer((state, action) => {
      const { _persist, ...rest } = (state ?? {}) as Partial<RootState> & { readonly _persist?: unknown };
      return reducer(rest, action);
    });
    store.replaceReducer(reducer);
  };
};
