import { type BrowserAnalytics, isTrackingRefused, makeAnalytics } from './analytics';
import type { ProviderSettings } from './analyticsSettings';

/** What the build puts in its place. */
declare const BUILT_WITH_ANALYTICS: boolean;

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
    load: async () => {
      // Asked here too, or the library would lie in every build: a bundler makes a file of all that is imported anywhere.
      if (!BUILT_WITH_ANALYTICS) throw new Error('this build has no analytics');
      return (await import('./analyticsProvider')).startProvider(settings, onProblem);
    },
    onProblem,
  });
