import type { ChangeLog } from '../storage/changeLog';
import type { Journal } from '../storage/journal';
import { allChanges, emptyLog, type Log, type Mark } from '../sync/syncState';

/** The log on disk, read by a tab that also has one in memory. */
export interface StoredLog {
  /** As it was when the tab opened. */
  readonly log: Log;
  /** Whether it could be read then. */
  readonly isRead: boolean;
  /** As it is now, and what this tab could not write yet, which is nowhere but here; null when the disk cannot be read. */
  reread(journal: Journal, memory: () => Log): Promise<Log | null>;
}

export interface StoredLogEvents {
  readonly onStorageError: (error: unknown) => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
}

export const openStoredLog = async (
  changeLog: ChangeLog,
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

  /** The database went under this tab, which is all that still knows the changes and what of them was sent. */
  const writeBack = async (log: Log): Promise<void> => {
    await Promise.all(Object.values<Mark>(log.marks).map((mark) => changeLog.putMark(mark)));
    await changeLog.append(allChanges(log));
  };

  return {
    log: first?.log ?? emptyLog,
    isRead: first !== null,
    reread: async (journal, memory) => {
      const stored = await read();
      if (!stored) return null;
      const isWiped = database !== null && stored.device !== null && stored.device !== database;
      if (!isWiped) {
        database = stored.device ?? database;
        return journal.correct(stored.log);
      }
      const log = memory();
      // As long as it could not be written back, the next reading is not to be believed either.
      await writeBack(log).then(() => {
        database = stored.device;
      }, onStorageError);
      return log;
    },
  };
};
