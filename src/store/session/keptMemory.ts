import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, persistReducer, persistStore } from 'redux-persist';
import { parseCapabilities } from '../../contract/capabilities';
import type { UserId } from '../../contract/ids';
import type { KeptStorage } from '../../storage/keptStorage';
import type { AppStore } from '../state/appStore';
import { numbered } from '../state/logsSlice';
import type { RootState } from '../state/rootReducer';

/**
 * Stores log lines, sync operations and what the provider offers with redux-persist. The sync does not depend on them.
 * Another window of the same user may overwrite them, which loses only lines.
 */

/** Stored lines come before the lines of this page. The provider's answer to this page replaces the stored one. */
const joined = (stored: Partial<RootState>, now: RootState): RootState => ({
  ...now,
  logs: numbered([...(stored.logs ?? []), ...now.logs]),
  operations: [...(stored.operations ?? []), ...now.operations],
  capabilities: now.capabilities.isKnown
    ? now.capabilities
    : { offered: parseCapabilities(stored.capabilities?.offered), isKnown: false },
});

/** @returns stops it: the store is left with the given reducer and without redux-persist */
export const keepMemory = (
  store: AppStore,
  reducer: Reducer<RootState, UnknownAction, Partial<RootState>>,
  storage: KeptStorage,
  user: UserId,
): (() => void) => {
  const config: PersistConfig<RootState> = {
    key: user,
    storage,
    whitelist: ['logs', 'operations', 'capabilities'],
    // The default stops waiting after five seconds and overwrites the content of a slow disk with the initial state.
    timeout: 0,
    stateReconciler: (stored, _original, now) => joined(stored as Partial<RootState>, now),
  };
  const persisted: unknown = persistReducer(config, reducer as Reducer<RootState, UnknownAction>);
  store.replaceReducer(persisted as typeof reducer);
  const persistor = persistStore(store);
  return () => {
    // Losing lines on a full disk is acceptable.
    persistor.flush().catch(() => undefined);
    persistor.pause();
    // Removes the key of redux-persist too: with it the state counts as loaded, and the next user's is never read. What is
    // stored would be read a second time, or be stored for somebody else.
    store.replaceReducer((state, action) => {
      const { _persist, ...rest } = (state ?? {}) as Partial<RootState> & { readonly _persist?: unknown };
      return reducer({ ...rest, logs: [], operations: [] }, action);
    });
    store.replaceReducer(reducer);
  };
};
