import type { UserId } from '../contract/ids';
import { isSilent } from './patience';
import type { UserDatabase } from './userDatabase';

/** The storage of one user's data. */
interface UserDisk {
  readonly database: UserDatabase;
  /** Why the tab works without a disk until its next load. Null if it has one. */
  readonly missing: { readonly error: unknown } | null;
}

interface UserDiskPorts {
  readonly openUserDatabase: (user: UserId, newId: () => string) => UserDatabase | Promise<UserDatabase>;
  readonly newId: () => string;
}

/**
 * Replaces a missing disk. It stores nothing, and refuses each write of a change. That is an answer, also if the disk gave
 * none when it was opened.
 */
const withoutDisk = (error: unknown, device: string): UserDisk => {
  const reason = isSilent(error)
    ? new Error('The database did not answer when it was opened.', { cause: error })
    : error;
  const refuse = (): Promise<never> => Promise.reject(reason);
  return {
    database: {
      open: refuse,
      read: async () => ({ isWhole: false, base: null, log: [], device }),
      commit: async ({ log = [] }) => {
        if (log.some(({ value }) => value !== undefined)) await refuse();
      },
      isStored: async () => false,
      readAllNext: () => undefined,
      close: () => undefined,
    },
    missing: { error },
  };
};

/** Opens the disk. A tab that cannot open it works without one. */
export const openUserDisk = async ({ openUserDatabase, newId }: UserDiskPorts, user: UserId): Promise<UserDisk> => {
  try {
    const database = await openUserDatabase(user, newId);
    await database.open();
    return { database, missing: null };
  } catch (error) {
    return withoutDisk(error, newId());
  }
};
