import { v7 } from 'uuid';
import type { UserId } from '../src/contract/ids';
import { storedState } from '../src/storage/storedState';
import { openUserDatabase } from '../src/storage/userDatabase';
import { openWorkerSession } from '../src/storage/workerSession';
import { countUnsent } from '../src/sync/model/unsent';

const copy = openWorkerSession();

/** Whether this user is signed in and has unsent changes on disk. */
export const hasUnsent = async (user: UserId): Promise<boolean> => {
  if ((await copy.read())?.userId !== user) return false;
  return countUnsent(storedState(await openUserDatabase(user, () => v7()).read('all'))) > 0;
};
