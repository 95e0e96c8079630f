import type { Stored, UserDatabase } from '../storage/userDatabase';
import { allChanges, type Mark, type SyncState } from '../sync/syncState';

/** What is on disk, read by a tab that also has data in memory. */
export interface StoredData {
  /** As it is now; null when the disk cannot be read. What this tab still knows alone is not in it. */
  read(what: 'log' | 'all'): Promise<Pick<Stored, 'base' | 'log'> | null>;
}

export interface StoredDataEvents {
  readonly onStorageError: (error: unknown) => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
}

/** @param memory what the tab knows */
export const makeStoredData = (
  database: UserDatabase,
  memory: () => SyncState,
  { onStorageError, onDamaged }: StoredDataEvents,
): StoredData => {
  /** The name of the database as it was first read. */
  let device: string | null = null;

  /** The database went under this tab, which is all that still knows the changes and what of them was sent. */
  const writeBack = async ({ log }: SyncState): Promise<void> => {
    await database.commit({ changes: allChanges(log), marks: Object.values<Mark>(log.marks) });
  };

  return {
    read: async (what) => {
      const stored = await database.read(what).catch((error: unknown) => {
        onStorageError(error);
        return null;
      });
      if (!stored) return null;
      if (stored.damaged) onDamaged(stored.damaged);
      const isWiped = device !== null && stored.device !== device;
      if (!isWiped) {
        device = stored.device;
        return stored;
      }
      const known = memory();
      // As long as it could not be written back, the next reading is not to be believed either.
      await writeBack(known).then(() => {
        device = stored.device;
      }, onStorageError);
      return { base: null, log: known.log };
    },
  };
};
