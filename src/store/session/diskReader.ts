import type { Journal } from '../../storage/journal';
import { logDifferences, logPartOf } from '../../storage/logRecords';
import type { Reading, UserDatabase } from '../../storage/userDatabase';
import { syncEvent } from '../../sync/model/syncEvents';
import { emptyLog } from '../../sync/model/syncState';
import type { AppStore } from '../state/appStore';
import { diskRead } from '../state/syncSlice';

/**
 * What this tab knows of the disk: nothing for sure, because the last reading failed; all but what others wrote of base while this
 * tab wrote it; or all that stood there at the last reading.
 */
type Knowledge = 'unread' | 'behind' | 'current';

/** Takes what stands on the disk into the store. */
export interface DiskReader {
  /** Reads what is new, or all where that is not enough. Resolves with whether it succeeded; what failed was reported. */
  read(): Promise<boolean>;
  /** Whether the last reading succeeded. */
  isRead(): boolean;
  /** What is known of base may be older than what stands there: the next reading reads all. */
  doubtBase(): void;
}

export interface DiskReaderPorts {
  readonly store: AppStore;
  readonly database: Pick<UserDatabase, 'read'>;
  readonly journal: Pick<Journal, 'put' | 'dirty' | 'known'>;
  /** Whether this tab writes base: then it knows it better than the disk. */
  readonly writesBase: () => boolean;
  /** What is read then is nobody's: the store is on its way to another user. */
  readonly isClosed: () => boolean;
  readonly onError: (error: unknown) => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
}

const NOTHING: Reading = { isWhole: true, log: [], base: null, device: '' };

export const makeDiskReader = (ports: DiskReaderPorts): DiskReader => {
  const { store, database, journal, writesBase, isClosed, onError, onDamaged } = ports;
  let knowledge: Knowledge | null = null;
  /** The name of the database as it was first read. */
  let device: string | null = null;
  const isRead = (): boolean => knowledge === 'current' || knowledge === 'behind';

  const take = ({ isWhole, log, base }: Reading): void => {
    const { damaged, ...part } = logPartOf([...journal.known(log), ...(isWhole ? journal.dirty() : [])]);
    if (damaged) onDamaged(damaged);
    if (!isWhole && log.length === 0 && !base) return;
    // Without locks another tab may write base too: what it wrote since is taken, what is read as a whole is not.
    const taken = writesBase() && isWhole ? null : base;
    const isMerged = writesBase() || !isRead();
    store.dispatch(syncEvent('sync/recordsRead', { ...part, isWhole, base: taken, isMerged }));
  };

  /** The database went under this tab, which is all that still knows the changes and what of them was sent. */
  const writeBack = async (found: string): Promise<void> => {
    await journal.put(logDifferences(emptyLog, store.getState().data.log));
    // As long as it could not be written back, the next reading is not to be believed either.
    if (journal.dirty().length === 0) device = found;
  };

  const takeOrWriteBack = async (reading: Reading): Promise<void> => {
    if (device !== null && reading.device !== device) return writeBack(reading.device);
    device = reading.device;
    take(reading);
  };

  const note = (now: Knowledge): void => {
    knowledge = now;
    if (store.getState().status.isDiskRead !== isRead()) store.dispatch(diskRead(isRead()));
  };

  return {
    read: async () => {
      const isFirst = knowledge === null;
      try {
        const reading = await database.read(knowledge === 'current' ? 'new' : 'all');
        if (isClosed()) return false;
        await takeOrWriteBack(reading);
        note('current');
        return true;
      } catch (error) {
        note('unread');
        onError(error);
        // The screen begins without the disk: the server will fill it.
        if (isFirst) take(NOTHING);
        return false;
      }
    },
    isRead,
    doubtBase: () => {
      if (knowledge === 'current') knowledge = 'behind';
    },
  };
};
