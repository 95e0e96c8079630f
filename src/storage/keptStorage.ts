import localforage from 'localforage';
import type { Storage } from 'redux-persist';
import type { UserId } from '../contract/ids';
import { KEPT_DATABASE, userDatabaseName } from '../contract/storageKeys';

/** The storage of redux-persist, for data that the sync does not depend on. */
export type KeptStorage = Storage;

export const openKeptStorage = (): KeptStorage => localforage.createInstance({ name: KEPT_DATABASE });

/** The name that redux-persist gives its record. */
const keptKey = (user: UserId): string => `persist:${user}`;

const removeDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    // Another tab has the database open. That tab closes it when it notices the sign-out, and then it is deleted.
    request.onblocked = () => resolve();
  });

/** Deletes all data on this device of a user whose account was deleted. */
export const forgetUser = async (user: UserId): Promise<void> => {
  await Promise.all([removeDatabase(userDatabaseName(user)), openKeptStorage().removeItem(keptKey(user))]);
};
