/**
 * Values in the browser's local or session storage. The access itself may throw, so the storage is passed as a function.
 * Without access, or when the storage is full, nothing is stored, and what the caller has in memory lasts until the page
 * closes.
 */

/** A stored text; null if there is none. */
export const readText = (storage: () => Pick<Storage, 'getItem'>, key: string): string | null => {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
};

/** A stored JSON value; null if there is none, or a damaged one. */
export const readJson = (storage: () => Pick<Storage, 'getItem'>, key: string): unknown => {
  try {
    return JSON.parse(readText(storage, key) ?? 'null');
  } catch {
    return null;
  }
};

export type WritableStorage = Pick<Storage, 'setItem' | 'removeItem'>;

/** @param text null removes the value */
export const writeText = (storage: () => WritableStorage, key: string, text: string | null): void => {
  try {
    if (text === null) storage().removeItem(key);
    else storage().setItem(key, text);
  } catch {
    // The caller has the value in memory too.
  }
};
