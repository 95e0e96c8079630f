import { v7 } from 'uuid';
import type { UserId } from '../src/contract/ids';
import { openUserDatabase } from '../src/storage/userDatabase';
import { openWorkerSession } from '../src/storage/workerSession';
import { emptyBase } from '../src/sync/syncState';
import { countUnsent } from '../src/sync/unsent';

const copy = openWorkerSession();

/** Whether this user is signed in and has changes on disk that wait for a round. */
export const hasUnsent = async (user: UserId): Promise<boolean> => {
  if ((await copy.read())?.userId !== user) return false;
  const { base, log } = await openUserDatabase(user, () => v7()).read('all');
  return countUnsent({ base: base ?? emptyBase, log }) > 0;
};
