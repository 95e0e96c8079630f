import type { UserId } from '../../contract/ids';
import { channelName } from '../../contract/storageKeys';
import { ChunkLoadError } from '../../device/fetchChunk';
import { inTurns } from '../../storage/inTurns';
import { makeJournal } from '../../storage/journal';
import type { LogRecord } from '../../storage/logRecords';
import { openUserDisk } from '../../storage/userDisk';
import { unsentRows } from '../../sync/model/unsent';
import type { AppStore } from '../state/appStore';
import type { Ports } from '../state/ports';
import { makeRootReducer } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { dataRules, userDataClosed } from './dataReducer';
import { makeDiskReader } from './diskReader';
import { keepMemory } from './keptMemory';
import { openTabLink } from './tabLink';

export interface UserDataEvents {
  readonly onStorageError: (error: unknown) => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
  readonly onWritten: () => void;
  /** A change could not be written: until it is, nobody but this tab can send it. */
  readonly onStuck: () => void;
}

/** Whether any of the records is of a row that is to be sent. */
const isToSend = (store: AppStore, records: readonly { readonly rowId: string }[]): boolean => {
  if (records.length === 0) return false;
  const rows = new Set<string>(unsentRows(store.getState().data));
  return records.some(({ rowId }) => rows.has(rowId));
};

type UserDataPorts = Pick<Ports, 'openUserDatabase' | 'openKeptStorage' | 'openChannel' | 'newId'>;

/** Who leads writes base, but not before it has read the disk: what stands there must not be written over unread. */
type Role = 'follower' | 'leader' | 'writer' | 'closed';

/**
 * Opens what is stored for a user and puts it into the store. Resolves when the view shows it; nothing is written before.
 * A disk that cannot be read is reported and leaves an empty base: the server will fill it.
 * @param left what the user's last session in this tab could not write
 */
export const openUserData = async (
  store: AppStore,
  ports: UserDataPorts,
  userId: UserId,
  events: UserDataEvents,
  left: readonly LogRecord[] = [],
): Promise<UserData> => {
  const { database, missing } = await openUserDisk(ports, userId);
  // Code that did not come is no missing disk: the session opens when the network is back.
  if (missing?.error instanceof ChunkLoadError) throw missing.error;
  if (missing) events.onStorageError(missing.error);
  /** Where there is no disk, that is told for as long. */
  const onWritten = missing ? () => undefined : events.onWritten;

  let role: Role = 'follower';
  const writesBase = (): boolean => role === 'writer';
  const link = openTabLink(ports.openChannel, channelName(userId));
  const journal = makeJournal({
    database,
    left,
    base: () => (writesBase() ? store.getState().data.base : null),
    onError: events.onStorageError,
    onWritten,
    onStuck: events.onStuck,
    onCommitted: () => link.tell({ kind: 'stored' }),
  });
  const disk = makeDiskReader({
    store,
    database,
    journal,
    writesBase,
    isClosed: () => role === 'closed',
    onError: events.onStorageError,
    onDamaged: events.onDamaged,
  });

  const writeIfRead = (): void => {
    if (role !== 'leader' || !disk.isRead()) return;
    role = 'writer';
    void journal.writeBase();
  };

  let reading: Promise<void> = Promise.resolve();
  const catchUp = inTurns(async () => {
    const isRead = await disk.read();
    if (role === 'closed') return;
    // A tab that writes nothing would complain for ever of one reading that failed.
    if (isRead && journal.isSaved()) onWritten();
    writeIfRead();
  });

  // What an opening that broke half-way left is not this user's.
  const reducer = makeRootReducer(dataRules);
  store.replaceReducer(reducer);
  store.dispatch(userDataClosed());
  await disk.read();
  // Nobody waits for it, and nothing fails with it.
  const memory = ports
    .openKeptStorage()
    .then((storage) => (role === 'closed' ? null : keepMemory(store, reducer, storage, userId)));
  memory.catch(() => undefined);

  return {
    userId,
    journal,
    write: journal.write,
    tell: link.tell,
    listen: (onMessage) => {
      link.listen(onMessage);
      // Not before: what fails here asks the other tabs for the lead.
      journal.resume();
    },
    catchUp: () => {
      reading = catchUp();
      return reading;
    },
    isRead: disk.isRead,
    hasNoDisk: missing !== null,
    hasUnwritten: () => isToSend(store, journal.unwritten('all').changes),
    isAlone: () => isToSend(store, Object.values(journal.unwritten('failed')).flat()),
    writeBase: (mode) => {
      if (mode === 'on') {
        if (role === 'follower') role = 'leader';
        writeIfRead();
        return Promise.resolve();
      }
      role = 'follower';
      if (journal.release()) disk.doubtBase();
      return journal.flushed();
    },
    writesBase,
    close: async () => {
      await reading.catch(() => undefined);
      await journal.flushed();
      role = 'closed';
      link.close();
      journal.stop();
      const endMemory = await memory.catch(() => null);
      endMemory?.();
      store.dispatch(userDataClosed());
      return journal.dirty();
    },
  };
};
