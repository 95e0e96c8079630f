import type { UserId } from '../../src/contract/ids';
import { type DiskWrite, openUserDatabase, type UserDatabase } from '../../src/storage/userDatabase';
import type { Ports } from '../../src/store/state/ports';

/** The parts that a transaction may write; `read` stands for reading. */
export type DiskPart = 'changes' | 'inFlight' | 'removals' | 'base' | 'read';

type Hook = () => unknown;

export const NO_ROOM = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
export const NO_ANSWER = new DOMException('The database does not answer.', 'TimeoutError');

/** Throws if the condition holds. */
export const failIf = (isSo: boolean, error: Error = NO_ROOM): void => {
  if (isSo) throw error;
};

/** The parts of a write. A refusal counts as an in-flight write. */
export const partsOf = ({ log = [], base }: DiskWrite): readonly DiskPart[] => {
  const puts = log.filter(({ value }) => value !== undefined);
  return [
    ...(puts.some(({ store }) => store === 'changes') ? (['changes'] as const) : []),
    ...(puts.some(({ store }) => store === 'writes') ? (['inFlight'] as const) : []),
    ...(puts.length < log.length ? (['removals'] as const) : []),
    ...(base ? (['base'] as const) : []),
  ];
};

/**
 * A database with hooks before and after the transactions that write a part. If the hook before throws, the transaction fails
 * with this error. The caller also waits for the hook after.
 */
export const hooked = (
  database: UserDatabase,
  before: Partial<Record<DiskPart, Hook>>,
  after: Partial<Record<DiskPart, Hook>> = {},
): UserDatabase => ({
  ...database,
  read: async () => {
    await before.read?.();
    const stored = await database.read();
    await after.read?.();
    return stored;
  },
  commit: async (write) => {
    const parts = partsOf(write);
    // Waits only if a hook does: a write must begin in the turn of the event loop in which it was requested.
    for (const part of parts) {
      const waited = before[part]?.();
      if (waited) await waited;
    }
    await database.commit(write);
    for (const part of parts) await after[part]?.();
  },
});

/** Opens the databases of a test, under names of their own. */
export const namedDatabases =
  (name: string, before: Partial<Record<DiskPart, Hook>> = {}, after: Partial<Record<DiskPart, Hook>> = {}) =>
  (user: UserId, newId: () => string): UserDatabase =>
    hooked(openUserDatabase(`${name}-${user}` as UserId, newId), before, after);

/** Opens databases that answer the question whether a write was stored only if the hook does not throw. */
export const askedThrough =
  (hook: Hook, open: ReturnType<typeof namedDatabases>) =>
  (user: UserId, newId: () => string): UserDatabase => {
    const database = open(user, newId);
    return {
      ...database,
      isStored: async (write) => {
        hook();
        return database.isStored(write);
      },
    };
  };

/** A disk that the tabs of a test share. While it is full, it refuses every write except removals. */
export const fillingDisk = (name: string) => {
  const disk = { isFull: false };
  const full = (): void => failIf(disk.isFull);
  const ports: Partial<Ports> = {
    openUserDatabase: namedDatabases(name, { changes: full, inFlight: full, base: full }),
  };
  return { disk, ports };
};
