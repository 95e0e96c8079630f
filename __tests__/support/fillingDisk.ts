import type { UserId } from '../../src/contract/ids';
import { type DiskWrite, openUserDatabase, type UserDatabase } from '../../src/storage/userDatabase';
import type { Ports } from '../../src/store/state/ports';

/** What a transaction may have in it, and the readings. */
export type DiskPart = 'changes' | 'inFlight' | 'removals' | 'base' | 'read';

type Hook = () => unknown;

export const NO_ROOM = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
export const NO_ANSWER = new DOMException('The database does not answer.', 'TimeoutError');

/** Throws while it is so. */
export const failIf = (isSo: boolean, error: Error = NO_ROOM): void => {
  if (isSo) throw error;
};

/** What of the write is there; refusals count as writes. */
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
 * A database with hooks before and after the transactions that have a part: what the one before throws the transaction is refused
 * with, and who waits for it waits for the one after too.
 */
export const hooked = (
  database: UserDatabase,
  before: Partial<Record<DiskPart, Hook>>,
  after: Partial<Record<DiskPart, Hook>> = {},
): UserDatabase => ({
  ...database,
  read: async (what) => {
    await before.read?.();
    const stored = await database.read(what);
    await after.read?.();
    return stored;
  },
  commit: async (write) => {
    const parts = partsOf(write);
    // No wait where none is needed: a write begins in the turn in which it is asked for.
    for (const part of parts) {
      const waited = before[part]?.();
      if (waited) await waited;
    }
    await database.commit(write);
    for (const part of parts) await after[part]?.();
  },
});

/** Opens the databases of a test, which bear a name of their own. */
export const namedDatabases =
  (name: string, before: Partial<Record<DiskPart, Hook>> = {}, after: Partial<Record<DiskPart, Hook>> = {}) =>
  (user: UserId, newId: () => string): UserDatabase =>
    hooked(openUserDatabase(`${name}-${user}` as UserId, newId), before, after);

/** A disk shared by the tabs of a test that takes nothing while it is full. */
export const fillingDisk = (name: string) => {
  const disk = { isFull: false };
  const full = (): void => failIf(disk.isFull);
  const ports: Partial<Ports> = {
    openUserDatabase: namedDatabases(name, { changes: full, inFlight: full, base: full }),
  };
  return { disk, ports };
};
