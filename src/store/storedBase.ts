import type { Reducer } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import { type BaseStore, readBase } from '../storage/baseStore';
import { dataPersistConfig } from '../storage/persistConfigs';
import type { Base, SyncState } from '../sync/syncState';
import type { AppStore } from './appStore';
import { dataReducer, dataRules, userDataClosed } from './dataReducer';
import { makeRootReducer } from './rootReducer';

/** The base on disk, behind redux-persist: read into the store once, and from then on written by whoever leads. */
export interface StoredBase {
  /** Whether it could be read as the tab opened. */
  readonly isRead: boolean;
  /** As it is on disk now, whoever wrote it; rejects when it cannot be read. */
  read(): Promise<Base | null>;
  /** Only the leader writes. Resolves when nothing it wrote is on its way any more. */
  write(mode: 'on' | 'off'): Promise<void>;
  isWriting(): boolean;
  /** Resolves when base as it is now is on disk, and rejects when it is not; who does not write it waits for nothing. */
  flush(): Promise<void>;
  close(): void;
}

const rehydrated = (store: AppStore): Promise<Persistor> =>
  new Promise((resolve) => {
    const persistor: Persistor = persistStore(store, null, () => resolve(persistor));
  });

/** A write that failed is tried again so much later, unless base changes before: as often as the journal tries. */
const RETRY_MS = 5000;

/**
 * Resolves when the store holds what was on disk; nothing is written before.
 * @param onRewritten base is on disk again after its write had failed
 * @param still what of a base that was read still holds
 */
export const openStoredBase = async (
  store: AppStore,
  baseStore: BaseStore,
  onError: (error: unknown) => void,
  onRewritten: () => void,
  still: (read: Base) => Base = (read) => read,
): Promise<StoredBase> => {
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** An earlier write may be tried again on a new connection, long after a later one has failed. */
  const underWay = new Set<Promise<unknown>>();
  let isWriting = false;
  /** Writes once more what failed; redux-persist forgets it until base changes. */
  let again: (() => Promise<unknown>) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  let isRead = false;
  const now = (value: unknown): object => ({ ...(value as object), base: store.getState().data.base });

  const setItem = (key: string, value: unknown): Promise<unknown> => {
    // redux-persist writes in a timer of its own, which in the back may be a second late: others may have written since.
    if (!isWriting) return Promise.resolve(value);
    clearTimeout(retry);
    const write = baseStore.setItem(key, value);
    lastWrite = write;
    underWay.add(write);
    const over = (): void => void underWay.delete(write);
    write.then(over, over);
    write.then(
      () => {
        if (lastWrite !== write || !again) return;
        again = null;
        onRewritten();
      },
      () => {
        if (lastWrite !== write) return;
        // What another tab wrote while this one did not lead is in the store by now, and not in `value`.
        again = () => setItem(key, now(value));
        retryLater();
      },
    );
    return write;
  };
  const retryNow = (): void => {
    // It was told when it failed first.
    again?.().catch(() => undefined);
  };
  const retryLater = (): void => {
    if (isWriting) retry = setTimeout(retryNow, RETRY_MS);
  };
  const watched = {
    getItem: async (key: string) => {
      const value = await baseStore.getItem(key);
      isRead = true;
      return value;
    },
    removeItem: (key: string) => baseStore.removeItem(key),
    setItem,
  };
  const config = dataPersistConfig(watched, onError);
  // What an opening that broke half-way left: redux-persist would take it for this user's, and never say that it has read.
  store.replaceReducer(makeRootReducer(dataRules()));
  store.dispatch(userDataClosed());
  // The wrapped reducer accepts a state without redux-persist's key, whatever its type says.
  store.replaceReducer(
    makeRootReducer(dataRules(persistReducer<SyncState>(config, dataReducer) as unknown as Reducer<SyncState>)),
  );
  const persistor = await rehydrated(store);
  // What was read is there: nothing of it is to be written, now or when this tab leads.
  void persistor.flush();
  persistor.pause();
  return {
    isRead,
    read: async () => {
      const base = await readBase(baseStore);
      return base && still(base);
    },
    write: async (mode) => {
      // What still waits for its timer goes with the lead.
      if (isWriting) void persistor.flush();
      isWriting = mode === 'on';
      clearTimeout(retry);
      if (isWriting) {
        persistor.persist();
        retryNow();
      } else {
        persistor.pause();
      }
      // Who failed has said so.
      await Promise.allSettled(underWay);
    },
    isWriting: () => isWriting,
    flush: async () => {
      if (!isWriting) return;
      await persistor.flush();
      // flush() also resolves after a failed write, and a change must not leave the log before base has it.
      await lastWrite;
    },
    close: () => {
      isWriting = false;
      clearTimeout(retry);
      persistor.pause();
      store.replaceReducer(makeRootReducer(dataRules()));
    },
  };
};
