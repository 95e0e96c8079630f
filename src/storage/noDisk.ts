import { isSilent } from './patience';
import type { UserDatabase } from './userDatabase';

/**
 * Replaces a disk that could not be opened. It stores nothing, and refuses each write of a change. That is an answer, also
 * if the disk gave none when it was opened.
 */
export const noDisk = (error: unknown, device: string): UserDatabase => {
  const reason = isSilent(error)
    ? new Error('The database did not answer when it was opened.', { cause: error })
    : error;
  const refuse = (): Promise<never> => Promise.reject(reason);
  return {
    open: refuse,
    read: async () => ({ isWhole: false, base: null, log: [], device }),
    commit: async ({ log = [] }) => {
      if (log.some(({ value }) => value !== undefined)) await refuse();
    },
    isStored: async () => false,
    readAllNext: () => undefined,
    close: () => undefined,
  };
};
