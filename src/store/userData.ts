import type { UserId } from '../contract/ids';
import { LostPart } from '../device/fetchPart';
import { inTurns } from '../storage/inTurns';
import { makeJournal, type Unwritten } from '../storage/journal';
import { channelName } from '../storage/storageKeys';
import { openUserDisk } from '../storage/userDisk';
import { makeAnsweredOffers } from '../sync/answeredOffers';
import { makeDepartures } from '../sync/departures';
import { type SyncEvent, syncEvent } from '../sync/syncEvents';
import { type Change, emptyLog, type Mark, type SyncState } from '../sync/syncState';
import { unsentRows } from '../sync/unsent';
import type { AppStore } from './appStore';
import { dataRules, userDataClosed } from './dataReducer';
import { keepMemory } from './keptMemory';
import type { Ports } from './ports';
import { makeRootReducer } from './rootReducer';
import type { UserData } from './session';
import { foreign } from './stampChanges';
import { makeStoredData, type StoredDataEvents } from './storedData';
import { openTabTalk } from './tabTalk';

export interface UserDataEvents extends StoredDataEvents {
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
  left?: Unwritten,
): Promise<UserData> => {
  let complaints = 0;
  const onStorageError = (error: unknown): void => {
    complaints += 1;
    events.onStorageError(error);
  };
  const { database, missing } = await openUserDisk(ports, userId);
  // Code that did not come is no missing disk: the session opens when the network is back.
  if (missing?.error instanceof LostPart) throw missing.error;
  if (missing) onStorageError(missing.error);
  /** Where there is no disk, that is told for as long. */
  const onWritten = missing ? () => undefined : events.onWritten;
  const talk = openTabTalk(ports.openChannel, channelName(userId));
  const answeredOffers = makeAnsweredOffers();
  const data = (): SyncState => store.getState().data;
  const stored = makeStoredData(database, data, { onStorageError, onDamaged: events.onDamaged });
  const departures = makeDepartures();
  let isLeading = false;
  let isWritingBase = false;
  const note = (before: SyncState, event: SyncEvent): void => {
    departures.note(event);
    if (event.type !== 'sync/lostListResolved') return;
    const { listId, offer = before.base.lost[listId] } = event.payload;
    answeredOffers.note(listId, offer);
  };
  const journal = makeJournal({
    database,
    ...(left && { left }),
    base: () => (isWritingBase ? data().base : null),
    onError: onStorageError,
    onWritten,
    onStuck: events.onStuck,
    onArrived: (heard) => talk.tell({ kind: 'changes', heard }),
    onLeft: (dropped) => {
      for (const { collection, rowId, listId, changeIds } of dropped) {
        const delta = { collection, put: [], removed: [] };
        const event = syncEvent('sync/rowSettled', { collection, rowId, listId, changeIds, delta });
        talk.tell({ kind: 'event', event });
      }
    },
  });
  const first = await stored.read('all');
  let isRead = first !== null;
  // What an opening that broke half-way left is not this user's.
  const reducer = makeRootReducer(dataRules);
  store.replaceReducer(reducer);
  store.dispatch(userDataClosed());
  const log = journal.correct(first?.log ?? emptyLog);
  store.dispatch(syncEvent('sync/stored', { base: first?.base ? answeredOffers.without(first.base) : null, log }));
  let isClosed = false;
  // Nobody waits for it, and nothing fails with it.
  const memory = ports
    .openKeptStorage()
    .then((storage) => (isClosed ? null : keepMemory(store, reducer, storage, userId)));
  memory.catch(() => undefined);
  const reload = async (): Promise<void> => {
    await journal.flushed();
    talk.hold();
    const before = complaints;
    // Who writes base knows it better than the disk, also while giving back the lead: a last round may still be going on.
    const read = await stored.read(isWritingBase ? 'log' : 'all');
    isRead = read !== null;
    // What was read and held back belongs to this user; by now the store may be on its way to another.
    if (isClosed) return;
    if (read) {
      const base = read.base && !isWritingBase ? answeredOffers.without(read.base) : null;
      store.dispatch(syncEvent('sync/stored', { base, log: journal.correct(read.log) }));
    }
    talk.release();
    // A tab that writes nothing would complain for ever of one reading that failed.
    if (complaints === before && !isWritingBase && journal.unwritten().changes.length === 0) onWritten();
    writeIfRead();
  };

  /** What stands on the disk must not be written over unread. */
  const writeIfRead = (): void => {
    if (!isLeading || !isRead || isWritingBase) return;
    isWritingBase = true;
    void journal.writeBase();
  };

  const isToSend = (unwritten: readonly (Change | Mark)[]): boolean => {
    if (unwritten.length === 0) return false;
    const rows = new Set(unsentRows(store.getState().data));
    return unwritten.some(({ rowId }) => rows.has(rowId));
  };

  /** Without what was refused or offered: it waits for the disk alone. */
  const unanswered = (): readonly Change[] =>
    journal.unwritten().changes.filter(({ rowId, id }) => !departures.hasLeft(rowId, id));

  const reloadInTurn = inTurns(reload);
  let reloading: Promise<void> = Promise.resolve();
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
    reload: () => {
      reloading = reloadInTurn();
      return reloading;
    },
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
      isWritingBase = false;
      journal.release();
      return journal.flushed();
    },
    writesBase: () => isWritingBase,
    close: async () => {
      isClosed = true;
      await reloading.catch(() => undefined);
      await journal.flushed();
      await talk.close();
      isWritingBase = false;
      journal.stop();
      const endMemory = await memory.catch(() => null);
      endMemory?.();
      store.dispatch(userDataClosed());
      return journal.unwritten();
    },
  };
};
