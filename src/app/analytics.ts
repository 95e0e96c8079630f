import { ANALYTICS_KEY } from '../contract/storageKeys';
import type { Analytics } from '../store/analyticsListeners';
import type { AnalyticsProvider } from './analyticsProvider';

/**
 * Stands between the store and the provider's library. It queues calls until the library is loaded. It sends nothing
 * for people who opted out, and catches all errors of the library.
 */
export interface BrowserAnalytics extends Analytics, AnalyticsChoice {
  /** Loads the library; called once, after the first screen. */
  start(): Promise<void>;
}

/** The person's choice about analytics. */
export interface AnalyticsChoice {
  /** False when the browser sends Do Not Track; then there is nothing to choose. */
  readonly canChoose: boolean;
  isOn(): boolean;
  /** Stored on this device. */
  choose(isOn: boolean): void;
}

interface AnalyticsWorld {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Whether the browser sends Do Not Track, in any spelling. */
  readonly isTrackingRefused: boolean;
  readonly load: () => Promise<AnalyticsProvider>;
  /** For the log. */
  readonly onProblem: (text: string) => void;
}

const OFF = 'off';
/** More calls than a first screen makes. A library that never loads must not fill the memory. */
const MOST_WAITING = 500;

type Call = (provider: AnalyticsProvider) => void;

export const makeAnalytics = ({ storage, isTrackingRefused, load, onProblem }: AnalyticsWorld): BrowserAnalytics => {
  let provider: AnalyticsProvider | null = null;
  let phase: 'waiting' | 'loading' | 'loaded' | 'lost' = 'waiting';
  let waiting: Call[] = [];
  let user: Parameters<Analytics['identify']>[0] | null = null;

  const readChoice = (): boolean => {
    try {
      return storage.getItem(ANALYTICS_KEY) !== OFF;
    } catch {
      // Without access to storage nobody can have agreed.
      return false;
    }
  };
  let isOn = !isTrackingRefused && readChoice();
  /** Read again each time, because another window may have switched it off. */
  const isStillOn = (): boolean => isOn && readChoice();

  const attempt = (call: Call, to: AnalyticsProvider): void => {
    try {
      call(to);
    } catch (error) {
      onProblem(`analytics: ${String(error)}`);
    }
  };
  const tell = (call: Call): void => {
    if (phase === 'lost' || !isStillOn()) return;
    if (provider) attempt(call, provider);
    else if (waiting.length < MOST_WAITING) waiting.push(call);
  };

  const start = async (): Promise<void> => {
    if (!isOn || phase !== 'waiting') return;
    phase = 'loading';
    try {
      const loaded = await load();
      provider = loaded;
      phase = 'loaded';
      if (isStillOn()) for (const call of waiting) attempt(call, loaded);
      else attempt((to) => to.optOut(), loaded);
    } catch (error) {
      // The library is blocked, offline, or replaced by a new version. This visit sends nothing.
      phase = 'lost';
      onProblem(`analytics not loaded: ${String(error)}`);
    }
    waiting = [];
  };

  return {
    canChoose: !isTrackingRefused,
    start,
    isOn: isStillOn,
    choose: (isWanted) => {
      if (isTrackingRefused || isWanted === isStillOn()) return;
      isOn = isWanted;
      try {
        if (isWanted) storage.removeItem(ANALYTICS_KEY);
        else storage.setItem(ANALYTICS_KEY, OFF);
      } catch (error) {
        onProblem(`analytics choice not kept: ${String(error)}`);
      }
      if (!isWanted) waiting = [];
      if (provider) attempt((to) => (isWanted ? to.optIn() : to.optOut()), provider);
      const known = user;
      if (isWanted && known) tell((to) => to.identify(known));
      if (isWanted) void start();
    },
    capture: (event, properties) => tell((to) => to.capture(event, properties)),
    identify: (known) => {
      user = known;
      tell((to) => to.identify(known));
    },
    reset: () => {
      user = null;
      tell((to) => to.reset());
    },
  };
};

/** Whether the browser asks not to be tracked. */
export const isTrackingRefused = (page: Window): boolean =>
  // Some browsers have it on the window, with the value "yes".
  [page.navigator.doNotTrack, (page as Window & { doNotTrack?: unknown }).doNotTrack].some(
    (value) => value === '1' || value === 'yes',
  );
