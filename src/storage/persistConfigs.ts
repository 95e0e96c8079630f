import type { PersistConfig, PersistedState, Storage } from 'redux-persist';
import type { SyncState } from '../sync/syncState';
import { migrateData } from './migrations';
import { STORED_VERSION } from './storageKeys';

/**
 * Base behind redux-persist; the log never is. Values go to the driver as objects (no JSON of the whole base per edit), nothing
 * is throttled (the driver writes only what changed), and the five-second timeout, which would replace stored data by the
 * initial state on a slow disk, is off.
 */
export const dataPersistConfig = (
  storage: Storage,
  onWriteFailed: (error: unknown) => void,
): PersistConfig<SyncState> => {
  // redux-persist's own types know `serialize` only; both are needed to keep objects objects.
  const asObjects = { serialize: false, deserialize: false };
  return {
    ...asObjects,
    key: 'data',
    version: STORED_VERSION,
    whitelist: ['base'],
    storage,
    throttle: 0,
    timeout: 0,
    migrate: (stored) => Promise.resolve(migrateData(stored) as PersistedState),
    writeFailHandler: onWriteFailed,
  };
};
