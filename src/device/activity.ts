/** Whether the device has a network and the page is in front; a port, so that tests can switch both. */
export interface Activity {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Calls back after anything that may have changed either, also a return from the back-forward cache. */
  subscribe(onChange: () => void): () => void;
}

/** The browser's own: `navigator.onLine` and the page's visibility. No listener stays after the last unsubscribe. */
export const browserActivity = (page: Window): Activity => ({
  isOnline: () => page.navigator.onLine,
  isVisible: () => page.document.visibilityState === 'visible',
  subscribe: (onChange) => {
    // A wrapper of its own, so that the same callback can be subscribed twice.
    const listener = (): void => onChange();
    const sources: readonly [EventTarget, string][] = [
      [page, 'online'],
      [page, 'offline'],
      [page, 'pageshow'],
      [page.document, 'visibilitychange'],
    ];
    for (const [target, type] of sources) target.addEventListener(type, listener);
    return () => {
      for (const [target, type] of sources) target.removeEventListener(type, listener);
    };
  },
});
