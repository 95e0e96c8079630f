import posthog from 'posthog-js/full/no-external';
import type { Analytics } from '../store/analyticsListeners';
import { librarySettings, type ProviderSettings } from './analyticsSettings';

/** The provider's library, behind the few calls the app makes. A chunk of its own: nothing else imports it at once. */
export interface AnalyticsProvider extends Analytics {
  optOut(): void;
  optIn(): void;
}

/** @param onProblem hears of requests that failed, for the log */
export const startProvider = (settings: ProviderSettings, onProblem: (text: string) => void): AnalyticsProvider => {
  posthog.init(settings.key, librarySettings(settings, onProblem));
  // Whoever gets here wants it; the library remembers by itself an opt-out of an earlier visit.
  if (posthog.has_opted_out_capturing()) posthog.opt_in_capturing({ captureEventName: false });
  // Nothing of ours asks for them; the call is the specification's.
  posthog.getEarlyAccessFeatures(() => undefined, true);
  return {
    capture: (event, properties) => void posthog.capture(event, { ...properties }),
    identify: (user) => posthog.identify(user),
    reset: () => posthog.reset(),
    optOut: () => posthog.opt_out_capturing(),
    // Not an event of the specification.
    optIn: () => posthog.opt_in_capturing({ captureEventName: false }),
  };
};
