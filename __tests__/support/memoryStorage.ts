import type { LocalStore } from '../../src/storage/localStore';

/** A local storage of its own. */
export const memoryStorage = (): LocalStore => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};

/** The same as redux-persist takes it. */
export const keptMemory = () => {
  const local = memoryStorage();
  return {
    getItem: async (key: string) => local.getItem(key),
    setItem: async (key: string, value: string) => local.setItem(key, value),
    removeItem: async (key: string) => local.removeItem(key),
    /** What stands there now. */
    stored: (key: string): string => local.getItem(key) ?? '',
  };
};
