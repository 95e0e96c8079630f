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
