import type { Journal } from '../../storage/journal';
import { logPartOf } from '../../storage/logRecords';
import type { Reading, UserDatabase } from '../../storage/userDatabase';
import { syncEvent } from '../../sync/model/syncEvents';
import { emptyLog } from '../../sync/model/syncState';
import type { AppStore } from '../state/appStore';
import { diskRead } from '../state/syncSlice';

/** Reads the disk into the store. */
interface DiskReader {
  /** Reads what is new, or everything if that is not enough. Resolves with whether it succeeded. Reports failures. */
  read(): Promise<boolean>;
  /** Whether the last read succeeded. */
  isRead(): boolean;
}

export interface DiskReaderPorts {
  readonly store: AppStore;
  readonly database: Pick<UserDatabase, 'read' | 'readAllNext'>;
  readonly journal: Pick<Journal, 'askAboutUnanswered' | 'write' | 'dirty' | 'withoutDirty'>;
  /** Whether this tab writes base. Then its base is newer than the stored one. */
  readonly writesBase: () => boolean;
  /** Whether the user whose data these are is signed in. */
  readonly isSignedIn: () => boolean;
  /** True while the store changes to another user. Data that are read then are dropped. */
  readonly isClosed: () => boolean;
  readonly onError: (error: unknown) => void;
  /** Receives stored records that could not be parsed. They stay on the disk. */
  readonly onDamaged: (count: number) => void;
}

const NOTHING: Reading = { isWhole: true, log: [], base: null, device: '' };

export const makeDiskReader = (ports: DiskReaderPorts): DiskReader => {
  const { store, database, journal, writesBase, isSignedIn, isClosed, onError, onDamaged } = ports;
  /** Whether the last read succeeded. Null before the first. */
  let wasRead: boolean | null = null;
  /** The name of the database at its first read. */
  let device: string | null = null;
  const isRead = (): boolean => wasRead === true;

  const take = ({ isWhole, log, base }: Reading): void => {
    const { damaged, ...part } = logPartOf([...journal.withoutDirty(log), ...(isWhole ? journal.dirty() : [])]);
    if (damaged) onDamaged(damaged);
    if (!isWhole && log.length === 0 && !base) return;
    // Without locks another tab may write base too. This tab takes its later writes, but not a whole stored base.
    const taken = writesBase() && isWhole ? null : base;
    const isMerged = writesBase() || !isRead();
    store.dispatch(syncEvent('sync/recordsRead', { ...part, isWhole, base: taken, isMerged }));
  };

  /** The browser deleted the database. Only this tab still knows the changes, and which of them were sent. */
  const writeBack = async (found: string): Promise<void> => {
    const { data } = store.getState();
    await journal.write({ ...data, log: emptyLog }, data);
    // Until they are written back, the next read is not reliable either.
    if (journal.dirty().length === 0) device = found;
  };

  const takeOrWriteBack = async (reading: Reading): Promise<void> => {
    if (device === null || reading.device === device) {
      device = reading.device;
      take(reading);
      // Nobody is signed in: another tab has deleted the data of the account, and this one has not heard of it yet.
    } else if (isSignedIn()) await writeBack(reading.device);
  };

  const note = (now: boolean): void => {
    wasRead = now;
    if (store.getState().status.isDiskRead !== isRead()) store.dispatch(diskRead(isRead()));
  };

  return {
    read: async () => {
      const isFirst = wasRead === null;
      try {
        await journal.askAboutUnanswered();
        const reading = await database.read();
        if (isClosed()) return false;
        await takeOrWriteBack(reading);
        note(true);
        return true;
      } catch (error) {
        note(false);
        database.readAllNext();
        onError(error);
        // The screen starts without stored data, and the server sends them.
        if (isFirst) take(NOTHING);
        return false;
      }
    },
    isRead,
  };
};
