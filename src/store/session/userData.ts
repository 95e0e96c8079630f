import type { UserId } from '../../contract/ids';
import { ChunkLoadError } from '../../device/fetchChunk';
import { inTurns } from '../../storage/inTurns';
import { makeJournal } from '../../storage/journal';
import { type LogRecord, logDifferences, logPartOf } from '../../storage/logRecords';
import { channelName } from '../../storage/storageKeys';
import type { Reading } from '../../storage/userDatabase';
import { openUserDisk } from '../../storage/userDisk';
import { syncEvent } from '../../sync/model/syncEvents';
import { emptyLog, type SyncState } from '../../sync/model/syncState';
import { unsentRows } from '../../sync/model/unsent';
import { parseTabMessage } from '../../sync/tabs/parseTabMessage';
import type { TabMessage } from '../../sync/tabs/tabChannel';
import type { AppStore } from '../state/appStore';
import type { Ports } from '../state/ports';
import { makeRootReducer } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { diskRead } from '../state/syncSlice';
import { dataRules, userDataClosed } from './dataReducer';
import { keepMemory } from './keptMemory';

export interface UserDataEvents {
  readonly onStorageError: (error: unknown) => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
  readonly onWritten: () => void;
  /** A change could not be written: until it is, nobody but this tab can send it. */
  readonly onStuck: () => void;
}

/**
 * Opens what is stored for a user and puts it into the store. Resolves when the view shows it; nothing is written before.
 * A disk that cannot be read is reported and leaves an empty base: the server will fill it.
 * @param left what the user's last session in this tab could not write
 */
export const openUserData = async (
  store: AppStore,
  ports: Pick<Ports, 'openUserDatabase' | 'openKeptStorage' | 'openChannel' | 'newId'>,
  userId: UserId,
  events: UserDataEvents,
  left: readonly LogRecord[] = [],
): Promise<UserData> => {
  let complaints = 0;
  const onStorageError = (error: unknown): void => {
    complaints += 1;
    events.onStorageError(error);
  };
  const { database, missing } = await openUserDisk(ports, userId);
  // Code that did not come is no missing disk: the session opens when the network is back.
  if (missing?.error instanceof ChunkLoadError) throw missing.error;
  if (missing) onStorageError(missing.error);
  /** Where there is no disk, that is told for as long. */
  const onWritten = missing ? () => undefined : events.onWritten;
  const data = (): SyncState => store.getState().data;

  let hear: (message: TabMessage) => void = () => undefined;
  const channel = ports.openChannel(channelName(userId), (said) => {
    const message = parseTabMessage(said);
    if (message) hear(message);
  });
  let isClosed = false;
  const tell = (message: TabMessage): void => {
    try {
      if (!isClosed) channel.post(message);
    } catch {
      // What the browser does not pass on, the others find when they look at the disk.
    }
  };

  let isLeading = false;
  let isWritingBase = false;
  const journal = makeJournal({
    database,
    left,
    base: () => (isWritingBase ? data().base : null),
    onError: onStorageError,
    onWritten,
    onStuck: events.onStuck,
    onCommitted: () => tell({ kind: 'stored' }),
  });

  /** The name of the database as it was first read. */
  let device: string | null = null;
  let isRead = false;
  const noteRead = (isNow: boolean): void => {
    isRead = isNow;
    if (store.getState().status.isDiskRead !== isNow) store.dispatch(diskRead(isNow));
  };
  /** What of base this tab knows and no disk has may be older than what others wrote since. */
  let isToReadAll = false;

  /** The database went under this tab, which is all that still knows the changes and what of them was sent. */
  const writeBack = async (found: string): Promise<void> => {
    await journal.put(logDifferences(emptyLog, data().log));
    // As long as it could not be written back, the next reading is not to be believed either.
    if (journal.dirty().length === 0) device = found;
  };

  const take = ({ isWhole, log, base }: Reading): void => {
    const { damaged, ...part } = logPartOf([...journal.known(log), ...(isWhole ? journal.dirty() : [])]);
    if (damaged) events.onDamaged(damaged);
    if (!isWhole && log.length === 0 && !base) return;
    // Who writes base knows it better than the disk. Without locks another does so too.
    const known = isWritingBase && isWhole ? null : base;
    store.dispatch(
      syncEvent('sync/recordsRead', { ...part, isWhole, base: known, isMerged: isWritingBase || !isRead }),
    );
  };

  const read = async (what: 'new' | 'all'): Promise<void> => {
    try {
      const reading = await database.read(what);
      // What was read belongs to this user; by now the store may be on its way to another.
      if (isClosed) return;
      if (device !== null && reading.device !== device) {
        await writeBack(reading.device);
      } else {
        device = reading.device;
        take(reading);
      }
      noteRead(true);
      isToReadAll = false;
    } catch (error) {
      noteRead(false);
      isToReadAll = true;
      onStorageError(error);
    }
  };

  /** What stands on the disk must not be written over unread. */
  const writeIfRead = (): void => {
    if (!isLeading || !isRead || isWritingBase) return;
    isWritingBase = true;
    void journal.writeBase();
  };

  const catchUp = inTurns(async () => {
    const before = complaints;
    await read(isToReadAll ? 'all' : 'new');
    if (isClosed) return;
    // A tab that writes nothing would complain for ever of one reading that failed.
    if (complaints === before && journal.dirty().length === 0) onWritten();
    writeIfRead();
  });

  // What an opening that broke half-way left is not this user's.
  const reducer = makeRootReducer(dataRules);
  store.replaceReducer(reducer);
  store.dispatch(userDataClosed());
  await read('all');
  if (!isRead) take({ isWhole: true, log: [], base: null, device: '' });
  // Nobody waits for it, and nothing fails with it.
  const memory = ports
    .openKeptStorage()
    .then((storage) => (isClosed ? null : keepMemory(store, reducer, storage, userId)));
  memory.catch(() => undefined);

  const isToSend = (records: readonly { readonly rowId: string }[]): boolean => {
    if (records.length === 0) return false;
    const rows = new Set<string>(unsentRows(data()));
    return records.some(({ rowId }) => rows.has(rowId));
  };

  let reading: Promise<void> = Promise.resolve();
  return {
    userId,
    journal,
    write: journal.write,
    tell,
    listen: (onMessage) => {
      hear = onMessage;
      // Not before: what fails here asks the other tabs for the lead.
      journal.resume();
    },
    catchUp: () => {
      reading = catchUp();
      return reading;
    },
    isRead: () => isRead,
    hasNoDisk: missing !== null,
    hasUnwritten: () => isToSend(journal.unwritten('all').changes),
    isAlone: () => isToSend(Object.values(journal.unwritten('failed')).flat()),
    writeBase: (mode) => {
      isLeading = mode === 'on';
      if (isLeading) {
        writeIfRead();
        return Promise.resolve();
      }
      isWritingBase = false;
      isToReadAll ||= journal.release();
      return journal.flushed();
    },
    writesBase: () => isWritingBase,
    close: async () => {
      await reading.catch(() => undefined);
      await journal.flushed();
      isClosed = true;
      channel.close();
      isWritingBase = false;
      journal.stop();
      const endMemory = await memory.catch(() => null);
      endMemory?.();
      store.dispatch(userDataClosed());
      return journal.dirty();
    },
  };
};
