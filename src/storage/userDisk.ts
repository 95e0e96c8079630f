import type { UserId } from '../contract/ids';
import type { UserDatabase } from './userDatabase';

/** Where one user's data are stored. */
export interface UserDisk {
  readonly database: UserDatabase;
  /** Why the tab goes without a disk until it is loaded again; null when it has one. */
  readonly missing: { readonly error: unknown } | null;
}

export interface UserDiskPorts {
  readonly openUserDatabase: (user: UserId, newId: () => string) => UserDatabase | Promise<UserDatabase>;
  readonly newId: () => string;
}

/** Stands in for a disk: nothing is stored there, and a change that was to be says why. */
const withoutDisk = (error: unknown, device: string): UserDisk => {
  const refuse = (): Promise<never> => Promise.reject(error);
  return {
    database: {
      open: refuse,
      read: async () => ({ isWhole: false, base: null, log: [], device }),
      commit: async ({ log = [] }) => {
        if (log.some(({ value }) => value !== undefined)) await refuse();
      },
    },
    missing: { error },
  };
};

/** A tab that cannot open its disk goes without one. */
export const openUserDisk = async ({ openUserDatabase, newId }: UserDiskPorts, user: UserId): Promise<UserDisk> => {
  try {
    const database = await openUserDatabase(user, newId);
    await database.open();
    return { database, missing: null };
  } catch (error) {
    return withoutDisk(error, newId());
  }
};
