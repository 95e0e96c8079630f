import type { UserId } from '../../contract/ids';
import { channelName } from '../../contract/storageKeys';
import { ChunkLoadError } from '../../device/fetchChunk';
import { inTurns } from '../../storage/inTurns';
import { type Journal, type JournalPorts, makeJournal } from '../../storage/journal';
import type { LogRecord } from '../../storage/logRecords';
import { noDisk } from '../../storage/noDisk';
import type { UserDatabase } from '../../storage/userDatabase';
import { compaction } from '../../sync/model/compact';
import { syncEvent } from '../../sync/model/syncEvents';
import { unsentRows } from '../../sync/model/unsent';
import { ownToken } from '../acts/ownToken';
import type { AppStore } from '../state/appStore';
import type { Ports } from '../state/ports';
import { makeRootReducer } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { dataRules, userDataClosed } from './dataReducer';
import { type DiskReaderPorts, makeDiskReader } from './diskReader';
import { keepMemory } from './keptMemory';
import { openTabLink } from './tabLink';

export type UserDataEvents = Omit<JournalPorts, 'database' | 'unsaved' | 'base'> & Pick<DiskReaderPorts, 'onDamaged'>;

/** Whether any of the records belongs to a change that must be sent. */
const isToSend = (store: AppStore, records: readonly { readonly rowId: string }[]): boolean => {
  if (records.length === 0) return false;
  const rows = new Set<string>(unsentRows(store.getState().data));
  return records.some(({ rowId }) => rows.has(rowId));
};

type UserDataPorts = Pick<Ports, 'openUserDatabase' | 'openKeptStorage' | 'openChannel' | 'newId' | 'session'>;

/** The leading tab writes base, but only after it has read the disk, so that it never overwrites unread data. */
type Role = 'follower' | 'leader' | 'writer' | 'closed';

interface DiskPorts extends UserDataEvents {
  readonly store: AppStore;
  readonly database: UserDatabase;
  readonly unsaved: readonly LogRecord[];
  readonly role: () => Role;
  readonly isSignedIn: () => boolean;
}

/** Connects the store with the disk: the journal writes, and the reader reads. */
const connectDisk = ({ store, database, unsaved, role, isSignedIn, ...events }: DiskPorts) => {
  const writesBase = (): boolean => role() === 'writer';
  const journal = makeJournal({
    database,
    unsaved,
    base: () => (writesBase() ? store.getState().data.base : null),
    ...events,
  });
  const disk = makeDiskReader({
    store,
    database,
    journal,
    writesBase,
    isSignedIn,
    isClosed: () => role() === 'closed',
    ...events,
  });
  return { journal, disk, writesBase };
};

/** Opens the user's database. A tab that cannot open it works without a disk, and reports that as long as it is missing. */
const openDisk = async ({ openUserDatabase, newId }: UserDataPorts, userId: UserId, events: UserDataEvents) => {
  try {
    const database = await openUserDatabase(userId, newId);
    await database.open();
    return { database, hasNoDisk: false, onWritten: events.onWritten };
  } catch (error) {
    // A code file that did not load is not a missing disk. The session opens when the network is back.
    if (error instanceof ChunkLoadError) throw error;
    events.onError(error);
    return { database: noDisk(error, newId()), hasNoDisk: true, onWritten: () => undefined };
  }
};

/** Gives the store what it does with a user's data. Clears what an interrupted opening of another user left there. */
const takeDataRules = (store: AppStore) => {
  const reducer = makeRootReducer(dataRules);
  store.replaceReducer(reducer);
  store.dispatch(userDataClosed());
  return reducer;
};

/** Resolves when the disk has answered about everything that it was given. */
const endWriting = async (journal: Journal): Promise<void> => {
  journal.stop();
  await journal.flushed();
  // What was stored after all must not stay behind as unsaved: another tab may have sent it.
  await journal.askAboutUnanswered().catch(() => undefined);
  // Meanwhile the person may have written more.
  await journal.flushed();
};

/**
 * Opens a user's stored data and puts them into the store. Resolves when the view shows them; nothing is written
 * before. A disk that cannot be read is reported. Base is empty then, and the server fills it.
 * @param unsaved what the user's last session in this tab could not store
 */
export const openUserData = async (
  store: AppStore,
  ports: UserDataPorts,
  userId: UserId,
  events: UserDataEvents,
  unsaved: readonly LogRecord[] = [],
): Promise<UserData> => {
  const { database, hasNoDisk, onWritten } = await openDisk(ports, userId, events);
  let role: Role = 'follower';
  const link = openTabLink(ports.openChannel, channelName(userId));
  const onCommitted = (): void => link.tell({ kind: 'stored' });
  const isSignedIn = (): boolean => ownToken(ports.session, userId) !== null;
  const toDisk = { store, database, unsaved, role: () => role, isSignedIn, ...events, onWritten, onCommitted };
  const { journal, disk, writesBase } = connectDisk(toDisk);

  const writeIfRead = (): void => {
    if (role !== 'leader' || !disk.isRead()) return;
    role = 'writer';
    void journal.writeAll();
  };

  let reading: Promise<void> = Promise.resolve();
  const catchUp = inTurns(async () => {
    const isRead = await disk.read();
    if (role === 'closed') return;
    // Otherwise a tab that writes nothing would show the error of one failed read for ever.
    if (isRead && journal.isSaved()) onWritten();
    writeIfRead();
  });

  const reducer = takeDataRules(store);
  await disk.read();
  let endMemory: (() => void) | null = null;
  // Nobody waits for the memory, and a failure has no effect: its code may not come before the network is back.
  const keep = ports.openKeptStorage().then((storage) => {
    if (role !== 'closed') endMemory = keepMemory(store, reducer, storage, userId);
  });
  keep.catch(() => undefined);

  return {
    userId,
    journal,
    tell: link.tell,
    listen: (onMessage) => {
      link.listen(onMessage);
      // What the last session could not store. Only now, because a failure here asks the other tabs to take the lead.
      void journal.writeAll();
    },
    catchUp: () => {
      reading = catchUp();
      return reading;
    },
    isRead: disk.isRead,
    hasNoDisk,
    hasUnstoredToSend: () => isToSend(store, Object.values(journal.unwritten('failed')).flat()),
    setBaseWriter: (mode) => {
      if (mode === 'on') {
        if (role === 'follower') role = 'leader';
        writeIfRead();
        return Promise.resolve();
      }
      role = 'follower';
      if (journal.release()) database.readAllNext();
      return journal.flushed();
    },
    writesBase,
    compact: (rows) => {
      const dropped = compaction(store.getState().data, rows, journal.unwritten('all').changes);
      if (dropped.length) store.dispatch(syncEvent('sync/changesDropped', { dropped }));
    },
    close: async () => {
      await reading.catch(() => undefined);
      await endWriting(journal);
      role = 'closed';
      link.close();
      database.close();
      endMemory?.();
      store.dispatch(userDataClosed());
      return journal.dirty();
    },
  };
};
