import { type BrowserAnalytics, isTrackingRefused, makeAnalytics } from './analytics';
import type { ProviderSettings } from './analyticsSettings';

/** Analytics of this browser; the library is a chunk of its own that `start` fetches. */
export const browserAnalytics = (
  page: Window,
  settings: ProviderSettings,
  onProblem: (text: string) => void,
): BrowserAnalytics =>
  makeAnalytics({
    storage: {
      getItem: (key) => page.localStorage.getItem(key),
      setItem: (key, value) => page.localStorage.setItem(key, value),
      removeItem: (key) => page.localStorage.removeItem(key),
    },
    isTrackingRefused: isTrackingRefused(page),
    load: async () => (await import('./analyticsProvider')).startProvider(settings, onProblem),
    onProblem,
  });

/** Calls back when the first screen stands and the page has nothing better to do. */
export const whenIdle = (page: Window, callback: () => void): void => {
  // Safari has no idle callback.
  if (typeof page.requestIdleCallback === 'function') page.requestIdleCallback(() => callback(), { timeout: 10_000 });
  else setTimeout(callback, 2000);
};
