import type { ChangeLog } from '../storage/changeLog';
import type { Journal } from '../storage/journal';
import { allChanges, emptyLog, type Log } from '../sync/syncState';

/** The log on disk, read by a tab that also has one in memory. */
export interface StoredLog {
  /** Names this device towards the server while this tab lives. */
  readonly device: string;
  /** As it was when the tab opened. */
  readonly log: Log;
  /** As it is now, and what this tab could not write yet, which is nowhere but here; null when the disk cannot be read. */
  reread(journal: Journal, memory: () => Log): Promise<Log | null>;
}

export interface StoredLogEvents {
  readonly onStorageError: (error: unknown) => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
}

/** @param newId names the device when not even its name can be read */
export const openStoredLog = async (
  changeLog: ChangeLog,
  newId: () => string,
  { onStorageError, onDamaged }: StoredLogEvents,
): Promise<StoredLog> => {
  const read = () =>
    changeLog.read().then(
      (stored) => {
        if (stored.damaged) onDamaged(stored.damaged);
        return stored;
      },
      (error: unknown) => {
        onStorageError(error);
        return null;
      },
    );

  const first = await read();
  let database = first?.device ?? null;
  return {
    device: first?.device ?? newId(),
    log: first?.log ?? emptyLog,
    reread: async (journal, memory) => {
      const stored = await read();
      if (!stored) return null;
      const isWiped = database !== null && stored.device !== database;
      database = stored.device;
      if (!isWiped) return journal.correct(stored.log);
      // The database went under this tab, which is all that still knows the changes.
      const log = memory();
      await changeLog.append(allChanges(log)).catch(onStorageError);
      return log;
    },
  };
};
