import posthog from 'posthog-js/full/no-external';
import type { Analytics } from '../store/analyticsListeners';
import { librarySettings, type ProviderSettings } from './analyticsSettings';

/**
 * The few functions of the provider's library that the app uses. Only a dynamic import loads this module, so it is a
 * chunk of its own.
 */
export interface AnalyticsProvider extends Analytics {
  optOut(): void;
  optIn(): void;
}

/** @param onProblem receives failed requests, for the log */
export const startProvider = (settings: ProviderSettings, onProblem: (text: string) => void): AnalyticsProvider => {
  posthog.init(settings.key, librarySettings(settings, onProblem));
  // This code runs only for people who opted in, but the library stores an opt-out of an earlier visit.
  if (posthog.has_opted_out_capturing()) posthog.opt_in_capturing({ captureEventName: false });
  // The specification demands the call; the app does not use its result.
  posthog.getEarlyAccessFeatures(() => undefined, true);
  return {
    capture: (event, properties) => void posthog.capture(event, { ...properties }),
    identify: (user) => posthog.identify(user),
    // With a new id of the device too: else it links the next person to this one.
    reset: () => posthog.reset(true),
    optOut: () => posthog.opt_out_capturing(),
    // The opt-in event of the library is not in the specification.
    optIn: () => posthog.opt_in_capturing({ captureEventName: false }),
  };
};
