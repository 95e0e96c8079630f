import type { UserId } from '../contract/ids';
import { LostPart } from '../device/fetchPart';
import { type Journal, makeJournal, type Unwritten } from '../storage/journal';
import { channelName } from '../storage/storageKeys';
import { openUserDisk } from '../storage/userDisk';
import { makeAnsweredOffers } from '../sync/answeredOffers';
import { makeDepartures } from '../sync/departures';
import { type SyncEvent, syncEvent } from '../sync/syncEvents';
import type { Change, Mark, SyncState } from '../sync/syncState';
import { unsentRows } from '../sync/unsent';
import type { AppStore } from './appStore';
import { userDataClosed } from './dataReducer';
import type { Ports } from './ports';
import { foreign } from './stampChanges';
import { openStoredBase } from './storedBase';
import { openStoredLog, type StoredLogEvents } from './storedLog';
import { openTabTalk, type TabTalk } from './tabTalk';

/** One user's data while they are open: the disk behind the store, and the other tabs beside it. */
export interface UserData {
  readonly userId: UserId;
  readonly journal: Pick<Journal, 'flushed' | 'isStuck'>;
  /** Begins the writes of an event; resolves when they are done or were reported as failed. */
  write: Journal['write'];
  readonly tell: TabTalk['tell'];
  readonly listen: TabTalk['listen'];
  /**
   * Reads what other tabs and the worker left on disk, under what this tab alone still holds. Who leads sends what is there,
   * whether or not its author lived to tell, and nothing that is not there any more.
   */
  reload(): Promise<void>;
  /** Whether this tab knows what is stored: the last reading succeeded, or it has no disk. Nothing is sent without. */
  isRead(): boolean;
  /** Whether this tab goes without a disk, because it could not open it. */
  readonly hasNoDisk: boolean;
  /** Whether any change that is to be sent is nowhere but in this tab's memory. */
  hasUnwritten(): boolean;
  /** Whether this tab knows of such a change, or of an unanswered write that no disk has: nobody else can send it. */
  isAlone(): boolean;
  /** Hears what another tab led to. */
  heard(before: SyncState, after: SyncState, event: SyncEvent): void;
  /** Only the leader writes base. Resolves when nothing it wrote is on its way any more. */
  writeBase(mode: 'on' | 'off'): Promise<void>;
  /** From the begin of its lead until nothing of it runs any more. */
  writesBase(): boolean;
  /** Resolves with what no disk took. */
  close(): Promise<Unwritten>;
}

export interface UserDataEvents extends StoredLogEvents {
  readonly onWritten: () => void;
  /** A change could not be written: until it is, nobody but this tab can send it. */
  readonly onStuck: () => void;
}

const UNREAD = Symbol('unread');

/**
 * Opens what is stored for a user and puts it into the store. Resolves when the view shows it; nothing is written before.
 * A disk that cannot be read is reported and leaves an empty base: the server will fill it.
 * @param left what the user's last session in this tab could not write
 */
export const openUserData = async (
  store: AppStore,
  ports: Pick<Ports, 'openBaseStore' | 'openChangeLog' | 'openChannel' | 'newId'>,
  userId: UserId,
  events: UserDataEvents,
  left?: Unwritten,
): Promise<UserData> => {
  let complaints = 0;
  const onStorageError = (error: unknown): void => {
    complaints += 1;
    events.onStorageError(error);
  };
  const { base: baseStore, log: changeLog, missing } = await openUserDisk(ports, userId);
  // Code that did not come is no missing disk: the session opens when the network is back.
  if (missing?.error instanceof LostPart) throw missing.error;
  if (missing) onStorageError(missing.error);
  /** Where there is no disk, that is told for as long. */
  const onWritten = missing ? () => undefined : events.onWritten;
  const talk = openTabTalk(ports.openChannel, channelName(userId));
  const answeredOffers = makeAnsweredOffers();
  const [storedBase, stored] = await Promise.all([
    openStoredBase(store, baseStore, onStorageError, () => withdraw(), answeredOffers.without),
    openStoredLog(changeLog, { onStorageError, onDamaged: events.onDamaged }),
  ]);
  const departures = makeDepartures();
  let isRead = stored.isRead && storedBase.isRead;
  let isLeading = false;
  const note = (before: SyncState, event: SyncEvent): void => {
    departures.note(event);
    if (event.type !== 'sync/lostListResolved') return;
    const { listId, offer = before.base.lost[listId] } = event.payload;
    answeredOffers.note(listId, offer);
  };
  const journal = makeJournal({
    log: changeLog,
    ...(left && { left }),
    flushBase: storedBase.flush,
    onError: onStorageError,
    onWritten,
    onStuck: events.onStuck,
    onArrived: (heard, removed) =>
      talk.tell(
        { kind: 'changes', heard },
        removed.catch(() => undefined),
      ),
    onLeft: (dropped) => {
      for (const { collection, rowId, listId, changeIds } of dropped) {
        const delta = { collection, put: [], removed: [] };
        const event = syncEvent('sync/rowSettled', { collection, rowId, listId, changeIds, delta });
        talk.tell({ kind: 'event', event });
      }
    },
  });
  store.dispatch(syncEvent('sync/stored', { base: null, log: journal.correct(stored.log) }));
  /** The disk does what it refused before. */
  const withdraw = (): void => {
    if (journal.unwritten().changes.length === 0) onWritten();
  };
  let isClosed = false;
  const unreadBase = (error: unknown): typeof UNREAD => {
    onStorageError(error);
    return UNREAD;
  };
  const reload = async (): Promise<void> => {
    await journal.flushed();
    talk.hold();
    const before = complaints;
    // The log first: what leaves it is in base by then, and read the other way round it would be in neither for a moment.
    const log = await stored.reread(journal, () => store.getState().data.log);
    // Who writes base knows it better than the disk, also while giving back the lead: a last round may still be going on.
    const base = storedBase.isWriting() ? null : await storedBase.read().catch(unreadBase);
    isRead = log !== null && base !== UNREAD;
    // What was read and held back belongs to this user; by now the store may be on its way to another.
    if (isClosed) return;
    // Either may be read without the other; a base that was read counts as known and is written over.
    const known = base === UNREAD ? null : base;
    store.dispatch(syncEvent('sync/stored', { base: known, log: log ?? store.getState().data.log }));
    talk.release();
    // A tab that writes nothing would complain for ever of one reading that failed.
    if (complaints === before && !storedBase.isWriting()) withdraw();
    writeIfRead();
  };

  /** What stands on the disk must not be written over unread. */
  const writeIfRead = (): void => {
    if (isLeading && isRead && !storedBase.isWriting()) void storedBase.write('on');
  };

  const isToSend = (unwritten: readonly (Change | Mark)[]): boolean => {
    if (unwritten.length === 0) return false;
    const rows = new Set(unsentRows(store.getState().data));
    return unwritten.some(({ rowId }) => rows.has(rowId));
  };

  /** Without what was refused or offered: it waits for the disk alone. */
  const unanswered = (): readonly Change[] =>
    journal.unwritten().changes.filter(({ rowId, id }) => !departures.hasLeft(rowId, id));

  let reloading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  /** Whoever asks while one waits for its turn is answered by that one. */
  const reloadInTurn = (): Promise<void> => {
    next ??= reloading
      .catch(() => undefined)
      .then(() => {
        next = null;
        return reload();
      });
    reloading = next;
    return next;
  };
  return {
    userId,
    journal,
    write: (before, after, event) => {
      note(before, event);
      talk.repeat(() => store.dispatch(foreign(event)));
      return journal.write(before, after, event);
    },
    tell: talk.tell,
    listen: (onMessage) => {
      talk.listen((message) =>
        onMessage(
          message.kind === 'changes' ? { ...message, heard: departures.withoutDeparted(message.heard) } : message,
        ),
      );
      // Not before: what fails here asks the other tabs for the lead.
      journal.resume();
    },
    reload: reloadInTurn,
    isRead: () => isRead,
    hasNoDisk: missing !== null,
    heard: (before, after, event) => {
      note(before, event);
      journal.heard(before, after, event);
    },
    hasUnwritten: () => isToSend(unanswered()),
    isAlone: () => isToSend([...unanswered(), ...journal.unwritten().marks]),
    writeBase: (mode) => {
      isLeading = mode === 'on';
      if (isLeading) {
        writeIfRead();
        return Promise.resolve();
      }
      const written = storedBase.write('off');
      journal.release();
      return written;
    },
    writesBase: storedBase.isWriting,
    close: async () => {
      isClosed = true;
      await reloading;
      await journal.flushed();
      await talk.close();
      await storedBase.flush().catch(onStorageError);
      storedBase.close();
      journal.stop();
      store.dispatch(userDataClosed());
      return journal.unwritten();
    },
  };
};
