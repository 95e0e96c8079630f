import { configureStore } from '@reduxjs/toolkit';
import { makeOpenSession } from './session/openSession';
import { makeSyncListeners } from './session/syncListeners';
import type { AppStore, Extra } from './state/appStore';
import type { Ports } from './state/ports';
import { makeRootReducer, type RootState } from './state/rootReducer';
import type { ListenerMiddleware } from './state/startListening';

/**
 * Builds the whole store, listeners included. The product and every test use this one.
 * @param ports the world
 * @param preloaded state to start from; data come from the disk when a session opens
 * @param moreListeners those that only some builds have
 */
export const makeStore = (
  ports: Ports,
  preloaded?: Partial<RootState>,
  moreListeners: readonly ((extra: Extra) => ListenerMiddleware)[] = [],
): AppStore => {
  const session = makeOpenSession();
  const extra: Extra = { ports, session };
  const listeners = [makeSyncListeners, ...moreListeners].map((make) => make(extra));
  const store = configureStore({
    reducer: makeRootReducer(),
    ...(preloaded && { preloadedState: preloaded }),
    devTools: false,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: extra },
        // Walking ten thousand rows on every keystroke costs more than the keystroke; reducers here are pure by their tests.
        immutableCheck: false,
        serializableCheck: false,
      })
        .prepend(...listeners.map(({ middleware }) => middleware))
        .concat(session.middleware),
  });
  session.bind(store, ports);
  return store;
};
