import { SESSION_DATABASE } from '../../src/contract/storageKeys';
import { openRecords } from '../../src/storage/records';

/** Deletes all copies of the session, as if nobody had signed in on this device. */
export const clearSessionCopies = (): Promise<void> =>
  openRecords(SESSION_DATABASE, 'session').removeUpTo(String(Number.MAX_SAFE_INTEGER));
