import localforage from 'localforage';
import type { Storage } from 'redux-persist';
import type { UserId } from '../contract/ids';
import { KEPT_DATABASE } from '../contract/storageKeys';

/** The storage of redux-persist, for data that the sync does not depend on. */
export type KeptStorage = Storage;

export const openKeptStorage = (): KeptStorage => localforage.createInstance({ name: KEPT_DATABASE });

/** Deletes what is kept of a user; redux-persist gives the record its name. */
export const forgetKept = (user: UserId): Promise<void> => openKeptStorage().removeItem(`persist:${user}`);
