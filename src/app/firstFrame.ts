import { pathBelow } from '../contract/basePath';
import { LANGUAGE_KEY, TOKEN_KEY } from '../contract/storageKeys';
import { readColorScheme, showColorScheme } from '../device/colorScheme';
import { markPlatform, platformOf, readDeviceFacts } from '../device/platform';
import { type FirstScreen, firstScreenOf } from './firstScreen';

/**
 * The title of the screen that comes, at its place, while the app is still on its way: a script of its own of about a kilobyte,
 * with its styles in `firstFrame.css`. The app puts the real screen in its place, where the same title moves nothing.
 */

/** The titles that are known before any data are, by language and screen; the build puts them in. */
declare const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>>;

const DEFAULT_LANGUAGE = 'pl';

/** A font that comes after the first text is left out for the whole visit, so the title gives it this long. */
const FONT_PATIENCE_MS = 1000;

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

const draw = (screen: FirstScreen, title: string, language: string): void => {
  const root = document.getElementById('root');
  // The app was faster.
  if (!root || root.hasChildNodes()) return;
  markPlatform(document.documentElement, platformOf(readDeviceFacts()));
  document.documentElement.lang = language;
  const frame = document.createElement('main');
  frame.className = 'first-frame';
  frame.dataset.screen = screen;
  const heading = document.createElement('h1');
  heading.textContent = title;
  frame.append(heading);
  root.append(frame);
};

// Before the first paint, so that nothing is seen in the other colours.
showColorScheme(
  document,
  readColorScheme(() => localStorage),
);

const chosen = stored(LANGUAGE_KEY) ?? DEFAULT_LANGUAGE;
const language = chosen in TITLES ? chosen : DEFAULT_LANGUAGE;
const screen = firstScreenOf(pathBelow(location.pathname), stored(TOKEN_KEY) !== null);
const title = TITLES[language]?.[screen];
if (title)
  void Promise.race([preloadedFonts(), new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE_MS))]).then(() =>
    draw(screen, title, language),
  );
