import type { UserId } from '../contract/ids';
import { emptyLog } from '../sync/syncState';
import type { BaseStore } from './baseStore';
import type { ChangeLog } from './changeLog';

/** Where one user's data are stored. */
export interface UserDisk {
  readonly base: BaseStore;
  readonly log: ChangeLog;
  /** Why the tab goes without a disk until it is loaded again; null when it has one. */
  readonly missing: { readonly error: unknown } | null;
}

export interface UserDiskPorts {
  readonly openBaseStore: (user: UserId) => Promise<BaseStore>;
  readonly openChangeLog: (user: UserId, newId: () => string) => ChangeLog | Promise<ChangeLog>;
  readonly newId: () => string;
}

/** Stands in for a disk: nothing is stored there, and a change that was to be says why. */
const withoutDisk = (error: unknown, device: string): UserDisk => {
  const refuse = (): Promise<never> => Promise.reject(error);
  return {
    base: { getItem: async () => null, setItem: async (_key, value) => value, removeItem: async () => undefined },
    log: {
      open: refuse,
      read: async () => ({ log: emptyLog, device, damaged: 0 }),
      append: refuse,
      remove: async () => undefined,
      putMark: refuse,
    },
    missing: { error },
  };
};

/** Opens both stores, or neither: a tab that cannot open its disk goes without one. */
export const openUserDisk = async (
  { openBaseStore, openChangeLog, newId }: UserDiskPorts,
  user: UserId,
): Promise<UserDisk> => {
  try {
    const [base, log] = await Promise.all([openBaseStore(user), openChangeLog(user, newId)]);
    await log.open();
    return { base, log, missing: null };
  } catch (error) {
    return withoutDisk(error, newId());
  }
};
