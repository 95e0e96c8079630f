import { type BrowserAnalytics, isTrackingRefused, makeAnalytics } from './analytics';
import type { ProviderSettings } from './analyticsSettings';

/** Replaced by a constant in the build. */
declare const BUILT_WITH_ANALYTICS: boolean;

/** The analytics of this browser. `start` loads the library, which is a chunk of its own. */
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
      // Checked before the import too: otherwise the bundler would put the library into every build.
      if (!BUILT_WITH_ANALYTICS) throw new Error('this build has no analytics');
      return (await import('./analyticsProvider')).startProvider(settings, onProblem);
    },
    onProblem,
  });
