import { configureStore, freeze } from '@reduxjs/toolkit';
import { makeOpenSession } from './session/openSession';
import { makeStartListeners } from './session/startListeners';
import type { AppStore, Extra } from './state/appStore';
import type { Ports } from './state/ports';
import { makeRootReducer, type RootState } from './state/rootReducer';
import type { ListenerMiddleware } from './state/startListening';

interface StoreOptions {
  /** Listeners that only some builds have. */
  readonly listeners?: readonly ((extra: Extra) => ListenerMiddleware)[];
  /** Turns on Redux DevTools, and the checks that state is immutable and serializable. */
  readonly isDevelopment?: boolean;
}

/**
 * Freezes what is to be checked, as Redux Toolkit does with the state of slices. So a mutation throws where it happens, and
 * the checks skip what they have seen. Otherwise they would walk over all rows four times at each action.
 */
const isFrozenNow = (value: unknown): boolean => Object.isFrozen(freeze(value, true));

/** With many rows or on a busy machine the checks are slow. No warning is needed. */
const WARN_AFTER_MS = Number.POSITIVE_INFINITY;
/** Where actions of redux-persist carry functions. */
const FUNCTION_PATHS = ['register', 'rehydrate', 'result'];

/**
 * Builds the whole store, listeners included. The product and every test use this one.
 * @param ports what the store needs from outside
 * @param preloaded state to start from; a session loads its data from the disk when it opens
 */
export const makeStore = (
  ports: Ports,
  preloaded?: Partial<RootState>,
  { listeners: more = [], isDevelopment = false }: StoreOptions = {},
): AppStore => {
  const session = makeOpenSession();
  const extra: Extra = { ports, session };
  const listeners = [makeStartListeners, ...more].map((make) => make(extra));
  const store = configureStore({
    reducer: makeRootReducer(),
    ...(preloaded && { preloadedState: preloaded }),
    devTools: isDevelopment,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: extra },
        // Off in production: checking ten thousand rows at each key costs more than the key itself.
        immutableCheck: isDevelopment && { warnAfter: WARN_AFTER_MS, isImmutable: isFrozenNow },
        serializableCheck: isDevelopment && { warnAfter: WARN_AFTER_MS, ignoredActionPaths: FUNCTION_PATHS },
      })
        .prepend(...listeners.map(({ middleware }) => middleware))
        .concat(session.middleware),
  });
  session.bind(store, extra);
  return store;
};
