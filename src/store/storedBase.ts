import type { Reducer } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import { type BaseStore, readBase } from '../storage/baseStore';
import { dataPersistConfig } from '../storage/persistConfigs';
import type { Base, SyncState } from '../sync/syncState';
import type { AppStore } from './appStore';
import { dataReducer } from './dataReducer';
import { makeRootReducer } from './rootReducer';

/** The base on disk, behind redux-persist: read into the store once, and from then on written by whoever leads. */
export interface StoredBase {
  /** As it is on disk now, whoever wrote it; null where there is none or it cannot be read. */
  read(): Promise<Base | null>;
  /** Only the leader writes. */
  write(mode: 'on' | 'off'): void;
  isWriting(): boolean;
  /** Resolves when base as it is now is on disk, and rejects when it is not; who does not write it waits for nothing. */
  flush(): Promise<void>;
  close(): void;
}

const rehydrated = (store: AppStore): Promise<Persistor> =>
  new Promise((resolve) => {
    const persistor: Persistor = persistStore(store, null, () => resolve(persistor));
  });

/** Stands in for a store that cannot be opened: nothing is read, nothing is written, and each try says why. */
export const brokenStore = (error: unknown): BaseStore => {
  const fail = (): Promise<never> => Promise.reject(error);
  return { getItem: fail, setItem: fail, removeItem: fail };
};

/** Resolves when the store holds what was on disk; nothing is written before. */
export const openStoredBase = async (
  store: AppStore,
  baseStore: BaseStore,
  onError: (error: unknown) => void,
): Promise<StoredBase> => {
  let lastWrite: Promise<unknown> = Promise.resolve();
  let isWriting = false;
  const watched = {
    getItem: (key: string) => baseStore.getItem(key),
    removeItem: (key: string) => baseStore.removeItem(key),
    setItem: (key: string, value: unknown) => {
      lastWrite = baseStore.setItem(key, value);
      return lastWrite;
    },
  };
  const config = dataPersistConfig(watched, onError);
  // The wrapped reducer accepts a state without redux-persist's key, whatever its type says.
  store.replaceReducer(
    makeRootReducer(persistReducer<SyncState>(config, dataReducer) as unknown as Reducer<SyncState>),
  );
  const persistor = await rehydrated(store);
  persistor.pause();
  return {
    read: () =>
      readBase(baseStore).catch((error: unknown) => {
        onError(error);
        return null;
      }),
    write: (mode) => {
      isWriting = mode === 'on';
      if (isWriting) persistor.persist();
      else persistor.pause();
    },
    isWriting: () => isWriting,
    flush: async () => {
      if (!isWriting) return;
      await persistor.flush();
      // flush() also resolves after a failed write, and a change must not leave the log before base has it.
      await lastWrite;
    },
    close: () => {
      persistor.pause();
      store.replaceReducer(makeRootReducer(dataReducer));
    },
  };
};
