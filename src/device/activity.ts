/** Whether the device is online and the page is visible. It is a port, so that tests can control both. */
export interface Activity {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Calls back whenever either may have changed, also after a return from the back-forward cache. */
  subscribe(onChange: () => void): () => void;
}

/** Implemented by `navigator.onLine` and the page's visibility. The last unsubscribe removes all listeners. */
export const browserActivity = (page: Window): Activity => ({
  isOnline: () => page.navigator.onLine,
  isVisible: () => page.document.visibilityState === 'visible',
  subscribe: (onChange) => {
    // A new function each time, so that the same callback can subscribe twice.
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
