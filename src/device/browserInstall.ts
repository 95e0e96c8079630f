import { INSTALL_DISMISSED_KEY, VISITED_KEY } from '../contract/storageKeys';
import { type InstallOffer, makeInstallOffer } from './installOffer';
import type { HeldPrompt } from './installPrompt';
import { platformOf, readDeviceFacts } from './platform';

/** Whether this is the first browser session on this device. */
const readFirstVisit = ({ localStorage, sessionStorage }: Window): boolean => {
  if (sessionStorage.getItem(VISITED_KEY) === 'first') return true;
  if (localStorage.getItem(VISITED_KEY)) return false;
  localStorage.setItem(VISITED_KEY, 'yes');
  sessionStorage.setItem(VISITED_KEY, 'first');
  return true;
};

/** Reads or writes storage, with a fallback when it is full or not accessible. */
const orElse = <Value>(read: () => Value, fallback: Value): Value => {
  try {
    return read();
  } catch {
    return fallback;
  }
};

const readTime = (page: Window): number | null => {
  const at = Number(page.localStorage.getItem(INSTALL_DISMISSED_KEY));
  return Number.isSafeInteger(at) && at > 0 ? at : null;
};

const isStandalone = (page: Window): boolean =>
  page.matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches ||
  // Safari's own property.
  (page.navigator as Navigator & { standalone?: boolean }).standalone === true;

/** Whether the app is installed; a native shell always is. */
export const isInstalledHere = (page: Window): boolean =>
  readDeviceFacts().shell?.isNativePlatform?.() === true || isStandalone(page);

export const isIosBrowser = (): boolean => platformOf(readDeviceFacts()).className === 'p_ios';

/** The install offer of this browser. */
export const browserInstall = (page: Window, prompt: HeldPrompt): InstallOffer =>
  makeInstallOffer({
    prompt,
    isStandalone: isInstalledHere(page),
    isIos: isIosBrowser(),
    isFirstVisit: orElse(() => readFirstVisit(page), true),
    dismissedAt: () => orElse(() => readTime(page), null),
    keepDismissal: (at) => orElse(() => page.localStorage.setItem(INSTALL_DISMISSED_KEY, String(at)), undefined),
    now: Date.now,
  });
