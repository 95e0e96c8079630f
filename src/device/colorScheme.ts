import { COLOR_SCHEME_KEY } from '../contract/storageKeys';

/** Light or dark as the device says, or by hand; remembered on this device. */
export const SCHEMES = ['system', 'light', 'dark'] as const;
export type ColorScheme = (typeof SCHEMES)[number];

/** The choice; `system` where there is none, or the storage is closed to us. */
export const readColorScheme = (storage: () => Pick<Storage, 'getItem'>): ColorScheme => {
  try {
    const text = storage().getItem(COLOR_SCHEME_KEY);
    return SCHEMES.find((scheme) => scheme === text) ?? 'system';
  } catch {
    return 'system';
  }
};

const DARK_BAR = 'meta[name=theme-color][media*=dark], meta[name=theme-color][data-scheme=dark]';
const LIGHT_BAR = 'meta[name=theme-color][media*=light], meta[name=theme-color][data-scheme=light]';

/** The browser's own bars have two colours in the page, of which the choice keeps one. */
const colorBars = (page: Document, choice: ColorScheme): void => {
  for (const [scheme, selector] of [['dark', DARK_BAR] as const, ['light', LIGHT_BAR] as const]) {
    const bar = page.querySelector<HTMLMetaElement>(selector);
    if (!bar) continue;
    bar.dataset.scheme = scheme;
    bar.media = choice === 'system' ? `(prefers-color-scheme: ${scheme})` : choice === scheme ? 'all' : 'not all';
  }
};

/** Shows the page so, from now on. The style sheets go by `<html data-scheme>`, and by the device where there is none. */
export const showColorScheme = (page: Document, choice: ColorScheme): void => {
  if (choice === 'system') delete page.documentElement.dataset.scheme;
  else page.documentElement.dataset.scheme = choice;
  colorBars(page, choice);
};

/** Shows it so and remembers it. */
export const chooseColorScheme = (page: Window, choice: ColorScheme): void => {
  showColorScheme(page.document, choice);
  try {
    if (choice === 'system') page.localStorage.removeItem(COLOR_SCHEME_KEY);
    else page.localStorage.setItem(COLOR_SCHEME_KEY, choice);
  } catch {
    // A full or closed storage: the choice holds until the page is closed.
  }
};
