import { pathBelow } from '../contract/basePath';
import { LANGUAGE_KEY, TOKEN_KEY } from '../contract/storageKeys';
import { readColorScheme, showColorScheme } from '../device/colorScheme';
import { showEarlyForm } from '../device/earlyForm';
import { markPlatform, platformOf, readDeviceFacts } from '../device/platform';
import { firstScreenOf } from './firstScreen';

/**
 * What is done before anything is painted, by a script of its own of about a kilobyte: the colours of the page, and the sign-in that came
 * with it (`guestMarkup.tsx`), which stays hidden from who is signed in or goes elsewhere.
 */

/** A font that comes after the first text is left out for the whole visit, so the sign-in gives it this long. */
const FONT_PATIENCE_MS = 300;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // A closed storage: the start itself finds nothing there either.
    return null;
  }
};

const isLoaded = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve) => {
    if (performance.getEntriesByName(link.href).length > 0) resolve(null);
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });

const preloadedFonts = (): Promise<unknown> =>
  Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(isLoaded));

showColorScheme(
  document,
  readColorScheme(() => localStorage),
);
markPlatform(document.documentElement, platformOf(readDeviceFacts()));

const { lang } = document.documentElement;
const { pathname, hash } = location;
if (
  (stored(LANGUAGE_KEY) ?? lang) === lang &&
  firstScreenOf(pathBelow(pathname), hash, stored(TOKEN_KEY) !== null) === 'guest'
) {
  const patience = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE_MS));
  void Promise.race([preloadedFonts(), patience]).then(() => {
    // Not where the app was faster.
    if (document.querySelector('#root:not([data-guest])') === null) showEarlyForm(document);
  });
}
