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
