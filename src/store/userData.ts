import type { Reducer } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import type { UserId } from '../contract/ids';
import { type BaseStore, readBase } from '../storage/baseStore';
import { type Journal, makeJournal } from '../storage/journal';
import { dataPersistConfig } from '../storage/persistConfigs';
import { channelName } from '../storage/storageKeys';
import { makeDepartures } from '../sync/departures';
import { syncEvent } from '../sync/syncEvents';
import { allChanges, type Change, type SyncState } from '../sync/syncState';
import type { AppStore } from './appStore';
import { dataReducer, userDataClosed } from './dataReducer';
import type { Ports } from './ports';
import { makeRootReducer } from './rootReducer';
import { foreign, heardChanges } from './stampChanges';
import { openStoredLog, type StoredLogEvents } from './storedLog';
import { openTabTalk, type TabTalk } from './tabTalk';

/** One user's data while they are open: the disk behind the store, and the other tabs beside it. */
export interface UserData {
  readonly userId: UserId;
  readonly device: string;
  readonly journal: Pick<Journal, 'flushed'>;
  /** Begins the writes of an event; resolves when they are done or were reported as failed. */
  write: Journal['write'];
  readonly tell: TabTalk['tell'];
  readonly listen: TabTalk['listen'];
  /** Reads what other tabs and the worker left on disk, under what this tab alone still holds. */
  reload(): Promise<void>;
  /** Takes the changes on disk that nobody told of: who leads sends them, whether or not their author lived to tell. */
  readNews(): Promise<void>;
  /** Whether any of the changes is nowhere but in this tab's memory. */
  isUnwritten(changes: readonly Change[]): boolean;
  /** Hears what another tab led to. */
  heard: Journal['heard'];
  /** Only the leader writes base. */
  writeBase(mode: 'on' | 'off'): void;
  close(): Promise<void>;
}

export interface UserDataEvents extends StoredLogEvents {
  readonly onWritten: () => void;
}

const rehydrated = (store: AppStore): Promise<Persistor> =>
  new Promise((resolve) => {
    const persistor: Persistor = persistStore(store, null, () => resolve(persistor));
  });

/** Stands in for a store that cannot be opened: nothing is read, nothing is written, and each try says why. */
const brokenStore = (error: unknown): BaseStore => {
  const fail = (): Promise<never> => Promise.reject(error);
  return { getItem: fail, setItem: fail, removeItem: fail };
};

/**
 * Opens what is stored for a user and puts it into the store. Resolves when the view shows it; nothing is written before.
 * A disk that cannot be read is reported and leaves an empty base: the server will fill it.
 */
export const openUserData = async (
  store: AppStore,
  ports: Pick<Ports, 'openBaseStore' | 'openChangeLog' | 'openChannel' | 'newId'>,
  userId: UserId,
  events: UserDataEvents,
): Promise<UserData> => {
  const baseStore = await ports.openBaseStore(userId).catch(brokenStore);
  const changeLog = await ports.openChangeLog(userId, ports.newId);
  let lastWrite: Promise<unknown> = Promise.resolve();
  const watched = {
    getItem: (key: string) => baseStore.getItem(key),
    removeItem: (key: string) => baseStore.removeItem(key),
    setItem: (key: string, value: unknown) => {
      lastWrite = baseStore.setItem(key, value);
      return lastWrite;
    },
  };
  const config = dataPersistConfig(watched, events.onStorageError);
  // The wrapped reducer accepts a state without redux-persist's key, whatever its type says.
  store.replaceReducer(
    makeRootReducer(persistReducer<SyncState>(config, dataReducer) as unknown as Reducer<SyncState>),
  );
  const talk = openTabTalk(ports.openChannel, channelName(userId));
  const [persistor, stored] = await Promise.all([
    rehydrated(store),
    openStoredLog(changeLog, () => ports.newId(), events),
  ]);
  persistor.pause();
  const departures = makeDepartures();
  let isWriting = false;
  const flushBase = async (): Promise<void> => {
    if (!isWriting) return;
    await persistor.flush();
    // flush() also resolves after a failed write, and a change must not leave the log before base has it.
    await lastWrite;
  };
  const journal = makeJournal({
    log: changeLog,
    flushBase,
    onError: events.onStorageError,
    onWritten: events.onWritten,
    onLeft: (dropped) => {
      for (const { collection, rowId, listId, changeIds } of dropped) {
        const delta = { collection, put: [], removed: [] };
        const event = syncEvent('sync/rowSettled', { collection, rowId, listId, changeIds, delta });
        talk.tell({ kind: 'event', event });
      }
    },
  });
  store.dispatch(syncEvent('sync/stored', { base: null, log: stored.log }));
  let isClosed = false;
  const readStoredBase = () =>
    readBase(baseStore).catch((error: unknown) => {
      events.onStorageError(error);
      return null;
    });
  const reload = async (): Promise<void> => {
    await journal.flushed();
    talk.hold();
    // Who writes base knows it better than the disk, also while giving back the lead: a last round may still be going on.
    const base = isWriting ? null : await readStoredBase();
    const log = await stored.reread(journal, () => store.getState().data.log);
    // What was read and held back belongs to this user; by now the store may be on its way to another.
    if (isClosed) return;
    if (log) store.dispatch(syncEvent('sync/stored', { base, log }));
    talk.release();
  };

  /** The leader alone settles, so what it has in memory stands, and what is on disk beside that is news. */
  const readNews = async (): Promise<void> => {
    await journal.flushed();
    const memory = () => store.getState().data.log;
    const log = await stored.reread(journal, memory);
    const known = new Set(allChanges(memory()).map(({ id }) => id));
    const changes = log ? allChanges(log).filter(({ id }) => !known.has(id)) : [];
    if (changes.length && !isClosed) store.dispatch(heardChanges({ changes, replaced: [] }));
  };

  let reloading: Promise<void> = Promise.resolve();
  return {
    userId,
    device: stored.device,
    journal,
    write: (before, after, event) => {
      departures.note(event);
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
    },
    reload: () => {
      reloading = reloading.then(reload);
      return reloading;
    },
    readNews: () => {
      reloading = reloading.then(readNews);
      return reloading;
    },
    heard: (event) => {
      departures.note(event);
      journal.heard(event);
    },
    isUnwritten: (changes) => {
      const unwritten = new Set(journal.unwritten().map(({ id }) => id));
      return changes.some(({ id }) => unwritten.has(id));
    },
    writeBase: (mode) => {
      isWriting = mode === 'on';
      if (isWriting) {
        persistor.persist();
      } else {
        persistor.pause();
        journal.release();
      }
    },
    close: async () => {
      isClosed = true;
      await reloading;
      await journal.flushed();
      await talk.close();
      await flushBase().catch(events.onStorageError);
      persistor.pause();
      store.replaceReducer(makeRootReducer(dataReducer));
      store.dispatch(userDataClosed());
    },
  };
};
