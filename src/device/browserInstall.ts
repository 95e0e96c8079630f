import { INSTALL_DISMISSED_KEY, VISITED_KEY } from '../contract/storageKeys';
import { type InstallOffer, makeInstallOffer } from './installOffer';
import type { HeldPrompt } from './installPrompt';
import { platformOf, readDeviceFacts } from './platform';

/** True in the first browser session on this device, for as long as it lasts. */
const readFirstVisit = ({ localStorage, sessionStorage }: Window): boolean => {
  if (sessionStorage.getItem(VISITED_KEY) === 'first') return true;
  if (localStorage.getItem(VISITED_KEY)) return false;
  localStorage.setItem(VISITED_KEY, 'yes');
  sessionStorage.setItem(VISITED_KEY, 'first');
  return true;
};

/** What a closed or full storage leaves us with. */
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
  // Safari's own word for it.
  (page.navigator as Navigator & { standalone?: boolean }).standalone === true;

/** True in the installed app; a native shell is installed already. */
export const isInstalledHere = (page: Window): boolean =>
  readDeviceFacts().shell?.isNativePlatform?.() === true || isStandalone(page);

export const isIosBrowser = (): boolean => platformOf(readDeviceFacts()).className === 'p_ios';

/** The offer of this browser. */
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
