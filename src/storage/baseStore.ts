import localforage from 'localforage';
import type { UserId } from '../contract/ids';
import type { Base } from '../sync/syncState';
import { BUCKET_DRIVER, bucketDriver } from './bucketDriver';
import { migrateData } from './migrations';
import { baseDatabase } from './storageKeys';

/** The stored base of one user: what redux-persist writes through in a page, and what the worker reads and writes itself. */
export type BaseStore = Pick<LocalForage, 'getItem' | 'setItem' | 'removeItem'>;

const defined = localforage.defineDriver(bucketDriver as unknown as Parameters<typeof localforage.defineDriver>[0]);

/** The key redux-persist gives the slice: its prefix and the config's key. */
export const BASE_KEY = 'persist:data';

export const openBaseStore = async (user: UserId): Promise<BaseStore> => {
  await defined;
  const store = localforage.createInstance({ name: baseDatabase(user), storeName: 'items', driver: BUCKET_DRIVER });
  await store.ready();
  return store;
};

/** Reads the base as it is on disk now, whoever wrote it. */
export const readBase = async (store: BaseStore): Promise<Base | null> =>
  migrateData(await store.getItem(BASE_KEY))?.base ?? null;
