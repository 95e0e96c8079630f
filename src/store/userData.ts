import type { Reducer } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import type { UserId } from '../contract/ids';
import { type BaseStore, readBase } from '../storage/baseStore';
import type { ChangeLog } from '../storage/changeLog';
import { type Journal, makeJournal } from '../storage/journal';
import { dataPersistConfig } from '../storage/persistConfigs';
import { channelName } from '../storage/storageKeys';
import { insertChange } from '../sync/record';
import { syncEvent } from '../sync/syncEvents';
import type { SyncState } from '../sync/syncState';
import type { TabChannel, TabMessage } from '../sync/tabs';
import type { AppStore } from './appStore';
import { dataReducer, userDataClosed } from './dataReducer';
import type { Ports } from './ports';
import { makeRootReducer } from './rootReducer';

/** One user's data while they are open: the disk behind the store, and the other tabs beside it. */
export interface UserData {
  readonly userId: UserId;
  readonly device: string;
  readonly journal: Journal;
  readonly channel: TabChannel;
  /** Reads what other tabs and the worker left on disk, under what this tab alone still holds. */
  reload(): Promise<void>;
  /** Only the leader writes base. */
  writeBase(mode: 'on' | 'off'): void;
  close(): Promise<void>;
}

export interface UserDataEvents {
  readonly onMessage: (message: TabMessage) => void;
  readonly onStorageError: (error: unknown) => void;
  readonly onWritten: () => void;
  /** Stored records that could not be read; they stay where they are. */
  readonly onDamaged: (count: number) => void;
}

const rehydrated = (store: AppStore): Promise<Persistor> =>
  new Promise((resolve) => {
    const persistor: Persistor = persistStore(store, null, () => resolve(persistor));
  });

const readLog = async (log: ChangeLog, journal: Journal | null, events: UserDataEvents) => {
  const stored = await log.read();
  if (stored.damaged) events.onDamaged(stored.damaged);
  // What this tab could not write yet is nowhere but here.
  return { ...stored, log: (journal?.unwritten() ?? []).reduce(insertChange, stored.log) };
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
  const baseStore: BaseStore = await ports.openBaseStore(userId);
  const changeLog: ChangeLog = await ports.openChangeLog(userId, ports.newId);
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
  const [persistor, stored] = await Promise.all([rehydrated(store), readLog(changeLog, null, events)]);
  persistor.pause();
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
  });
  store.dispatch(syncEvent('sync/stored', { base: null, log: stored.log }));
  const channel = ports.openChannel(channelName(userId), events.onMessage);
  return {
    userId,
    device: stored.device,
    journal,
    channel,
    reload: async () => {
      await journal.flushed();
      const [base, { log }] = await Promise.all([readBase(baseStore), readLog(changeLog, journal, events)]);
      store.dispatch(syncEvent('sync/stored', { base, log }));
    },
    writeBase: (mode) => {
      isWriting = mode === 'on';
      if (isWriting) persistor.persist();
      else persistor.pause();
    },
    close: async () => {
      channel.close();
      await journal.flushed();
      await flushBase();
      persistor.pause();
      store.replaceReducer(makeRootReducer(dataReducer));
      store.dispatch(userDataClosed());
    },
  };
};
