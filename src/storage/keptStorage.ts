import localforage from 'localforage';
import type { Storage } from 'redux-persist';
import { KEPT_DATABASE } from '../contract/storageKeys';

/** Where redux-persist keeps what no sync stands on. */
export type KeptStorage = Storage;

export const openKeptStorage = (): KeptStorage => localforage.createInstance({ name: KEPT_DATABASE });
