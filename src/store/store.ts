import { configureStore } from '@reduxjs/toolkit';
import { makeOpenSession } from './session/openSession';
import { makeSyncListeners } from './session/syncListeners';
import type { AppStore, Extra } from './state/appStore';
import type { Ports } from './state/ports';
import { makeRootReducer, type RootState } from './state/rootReducer';
import type { ListenerMiddleware } from './state/startListening';

export interface StoreOptions {
  /** Those that only some builds have. */
  readonly listeners?: readonly ((extra: Extra) => ListenerMiddleware)[];
  /** Redux DevTools, and the checks that state is not changed in place and can be stored. */
  readonly isDevelopment?: boolean;
}

/** With many rows, or on a busy machine, the checks take their time, which is no news. */
const WARN_AFTER_MS = Number.POSITIVE_INFINITY;
/** They carry functions. Their names are written out, because redux-persist comes later. */
const PERSIST_ACTIONS = ['PERSIST', 'REGISTER', 'REHYDRATE', 'FLUSH', 'PAUSE', 'PURGE'].map(
  (name) => `persist/${name}`,
);

/**
 * Builds the whole store, listeners included. The product and every test use this one.
 * @param ports the world
 * @param preloaded state to start from; data come from the disk when a session opens
 */
export const makeStore = (
  ports: Ports,
  preloaded?: Partial<RootState>,
  { listeners: more = [], isDevelopment = false }: StoreOptions = {},
): AppStore => {
  const session = makeOpenSession();
  const extra: Extra = { ports, session };
  const listeners = [makeSyncListeners, ...more].map((make) => make(extra));
  const store = configureStore({
    reducer: makeRootReducer(),
    ...(preloaded && { preloadedState: preloaded }),
    devTools: isDevelopment,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: extra },
        // For users they are off: walking ten thousand rows at each key costs more than the key.
        immutableCheck: isDevelopment && { warnAfter: WARN_AFTER_MS },
        serializableCheck: isDevelopment && { warnAfter: WARN_AFTER_MS, ignoredActions: PERSIST_ACTIONS },
      })
        .prepend(...listeners.map(({ middleware }) => middleware))
        .concat(session.middleware),
  });
  session.bind(store, ports);
  return store;
};
