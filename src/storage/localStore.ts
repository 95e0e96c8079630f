/** What the app needs of local storage. */
export type LocalStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Local storage; where the browser closes it to us (private mode, blocked cookies, no room), what is written lives as long as
 * the page, and nobody's start or sign-in fails for it.
 */
export const openLocalStore = (page: Pick<Window, 'localStorage'>): LocalStore => {
  const kept = new Map<string, string>();
  const orElse = <T>(work: () => T, otherwise: () => T): T => {
    try {
      return work();
    } catch {
      // Even naming it may be refused; there is nobody to report to before a session is open.
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
