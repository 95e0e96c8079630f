import localforage from 'localforage';
import type { Storage } from 'redux-persist';
import { KEPT_DATABASE } from '../contract/storageKeys';

/** The storage of redux-persist, for data that the sync does not depend on. */
export type KeptStorage = Storage;

export const openKeptStorage = (): KeptStorage => localforage.createInstance({ name: KEPT_DATABASE });
