/** The part of local storage that the app uses. */
export type LocalStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Local storage. If the browser refuses it (private mode, blocked cookies, no space), values last as long as the page.
 * So the start and the sign-in never fail because of it.
 */
export const openLocalStore = (page: Pick<Window, 'localStorage'>): LocalStore => {
  const kept = new Map<string, string>();
  const orElse = <T>(work: () => T, otherwise: () => T): T => {
    try {
      return work();
    } catch {
      // Even the access to the property may throw. Before a session is open, there is no log for it.
      return otherwise();
    }
  };
  return {
    getItem: (key) =>
      kept.get(key) ??
      orElse(
        () => page.localStorage.getItem(key),
        () => null,
      ),
    setItem: (key, value) =>
      orElse(
        () => {
          page.localStorage.setItem(key, value);
          kept.delete(key);
        },
        () => void kept.set(key, value),
      ),
    removeItem: (key) => {
      kept.delete(key);
      orElse(
        () => page.localStorage.removeItem(key),
        () => undefined,
      );
    },
  };
};
