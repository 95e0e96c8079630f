import { STORAGE_ASKED_KEY } from '../contract/storageKeys';
import { requestPersistence } from '../device/persistentStorage';
import { openLocalStore } from '../storage/localStore';

/** Asks the browser of this page to keep our storage, where it can. */
export const keepStorage = async (page: Window): Promise<void> => {
  const { storage } = page.navigator;
  if (!storage?.persist) return;
  const local = openLocalStore(page);
  await requestPersistence({
    persist: () => storage.persist(),
    askedAt: () => Number(local.getItem(STORAGE_ASKED_KEY)) || null,
    keepAskedAt: (at) =>
      at === null ? local.removeItem(STORAGE_ASKED_KEY) : local.setItem(STORAGE_ASKED_KEY, String(at)),
    now: Date.now,
  });
};
