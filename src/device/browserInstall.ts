import { INSTALL_DISMISSED_KEY, VISITED_KEY } from '../contract/storageKeys';
import { type InstallOffer, makeInstallOffer } from './installOffer';
import type { HeldPrompt } from './installPrompt';
import { platformOf, readDeviceFacts } from './platform';
import { readText, writeText } from './webStorage';

/** Whether this is the first browser session on this device. */
const readFirstVisit = (page: Window): boolean => {
  const [onDevice, inTab] = [() => page.localStorage, () => page.sessionStorage];
  if (readText(inTab, VISITED_KEY) === 'first') return true;
  if (readText(onDevice, VISITED_KEY)) return false;
  writeText(onDevice, VISITED_KEY, 'yes');
  writeText(inTab, VISITED_KEY, 'first');
  return true;
};

const readTime = (page: Window): number | null => {
  const at = Number(readText(() => page.localStorage, INSTALL_DISMISSED_KEY));
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
    isFirstVisit: readFirstVisit(page),
    dismissedAt: () => readTime(page),
    keepDismissal: (at) => writeText(() => page.localStorage, INSTALL_DISMISSED_KEY, String(at)),
    now: Date.now,
  });
