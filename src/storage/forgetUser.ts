import type { UserId } from '../contract/ids';
import { userDatabaseName } from '../contract/storageKeys';
import { openKeptStorage } from './keptStorage';

/** redux-persist names its record so. */
const keptKey = (user: UserId): string => `persist:${user}`;

const removeDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    // Another tab has it open still. It lets go as it hears that nobody is signed in, and the database goes then.
    request.onblocked = () => resolve();
  });

/** Removes all that is stored of a user on this device, whose account is no more. */
export const forgetUser = async (user: UserId): Promise<void> => {
  await Promise.all([removeDatabase(userDatabaseName(user)), openKeptStorage().removeItem(keptKey(user))]);
};
