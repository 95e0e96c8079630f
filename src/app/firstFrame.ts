import { pathBelow } from '../contract/basePath';
import { LANGUAGE_KEY, TOKEN_KEY } from '../contract/storageKeys';
import { readColorScheme, showColorScheme } from '../device/colorScheme';
import { showEarlyForm } from '../device/earlyForm';
import { showEarlyFrame } from '../device/earlyFrame';
import { markPlatform, platformOf, readDeviceFacts } from '../device/platform';
import { beginReading } from '../storage/readAhead';
import { PANES_PX } from '../ui/tokens';
import { type FirstScreen, firstScreenOf } from './firstScreen';

/**
 * A script of about two kilobytes that runs before the first paint. It sets the colours. It requests the code of the
 * first screen and starts reading stored data. It shows what the page contains of that screen (`pageMarkup.tsx`): the
 * sign-in form for a guest, a skeleton for a signed-in person. Other screens begin blank.
 */

/** How long the sign-in waits for its fonts. A font that loads after the first text is not used in this visit. */
const FONT_TIMEOUT_MS = 300;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without access to storage, the app finds nothing there either.
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

/**
 * Requests the code of a screen now; the app would do it only once it runs. The priority is below everything visible.
 */
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
const isInLanguageOfPage = (stored(LANGUAGE_KEY) ?? lang) === lang;
askForFiles(screen);
if (screen === 'lists' || screen === 'list') {
  beginReading();
  // With two panes the screen has another shape.
  const isOnePane = !matchMedia(`(min-width: ${PANES_PX}px)`).matches;
  if (isInLanguageOfPage && isOnePane) showEarlyFrame(document, screen);
}
if (screen === 'guest' && isInLanguageOfPage) {
  const fontTimeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
  void Promise.race([preloadedFonts(), fontTimeout]).then(() => {
    // Not if the app has rendered already.
    if (document.querySelector('#root:not([data-guest])') === null) showEarlyForm(document);
  });
}
