import { pathBelow } from '../contract/basePath';
import { LANGUAGE_KEY, TOKEN_KEY } from '../contract/storageKeys';
import { readColorScheme, showColorScheme } from '../device/colorScheme';
import { showEarlyForm } from '../device/earlyForm';
import { markPlatform, platformOf, readDeviceFacts } from '../device/platform';
import { beginReading } from '../storage/readAhead';
import { type FirstScreen, firstScreenOf } from './firstScreen';

/**
 * What is done before anything is painted, by a script of its own of about two kilobytes: the colours of the page, asking for the code of the
 * screen that comes and for what is stored, and the sign-in that came with the page (`guestMarkup.tsx`), which stays hidden from who is signed in or goes elsewhere.
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

/** Asks for the code of a screen, which the app would ask for only once it runs; after all that is seen before. */
const askForFiles = (screen: FirstScreen): void => {
  const named = document.querySelector<HTMLMetaElement>(`meta[name=files-of-${screen}]`);
  for (const href of named?.content.split(' ') ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: '', fetchPriority: 'low' });
    document.head.append(link);
  }
};

showColorScheme(
  document,
  readColorScheme(() => localStorage),
);
markPlatform(document.documentElement, platformOf(readDeviceFacts()));

const { lang } = document.documentElement;
const { pathname, hash } = location;
const screen = firstScreenOf(pathBelow(pathname), hash, stored(TOKEN_KEY) !== null);
if (screen === 'lists' || screen === 'list') beginReading();
askForFiles(screen);
if (screen === 'guest' && (stored(LANGUAGE_KEY) ?? lang) === lang) {
  const patience = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE_MS));
  void Promise.race([preloadedFonts(), patience]).then(() => {
    // Not where the app was faster.
    if (document.querySelector('#root:not([data-guest])') === null) showEarlyForm(document);
  });
}
