import { COLOR_SCHEME_KEY } from '../contract/storageKeys';
import { readText, writeText } from './webStorage';

/** The colour scheme: the device's own, or a choice stored on this device. */
export const SCHEMES = ['system', 'light', 'dark'] as const;
export type ColorScheme = (typeof SCHEMES)[number];

/** The stored choice; `system` without one, or without access to storage. */
export const readColorScheme = (storage: () => Pick<Storage, 'getItem'>): ColorScheme => {
  const text = readText(storage, COLOR_SCHEME_KEY);
  return SCHEMES.find((scheme) => scheme === text) ?? 'system';
};

const DARK_BAR = 'meta[name=theme-color][media*=dark], meta[name=theme-color][data-scheme=dark]';
const LIGHT_BAR = 'meta[name=theme-color][media*=light], meta[name=theme-color][data-scheme=light]';

/** The page has two `theme-color` elements for the browser's bars. The choice makes only one of them apply. */
const updateBarColors = (page: Document, choice: ColorScheme): void => {
  for (const [scheme, selector] of [['dark', DARK_BAR] as const, ['light', LIGHT_BAR] as const]) {
    const bar = page.querySelector<HTMLMetaElement>(selector);
    if (!bar) continue;
    bar.dataset.scheme = scheme;
    bar.media = choice === 'system' ? `(prefers-color-scheme: ${scheme})` : choice === scheme ? 'all' : 'not all';
  }
};

/** Applies the scheme to the page. The style sheets use `<html data-scheme>`, and the device's scheme without it. */
export const showColorScheme = (page: Document, choice: ColorScheme): void => {
  if (choice === 'system') delete page.documentElement.dataset.scheme;
  else page.documentElement.dataset.scheme = choice;
  updateBarColors(page, choice);
};

/** Applies the scheme and stores it. */
export const chooseColorScheme = (page: Window, choice: ColorScheme): void => {
  showColorScheme(page.document, choice);
  writeText(() => page.localStorage, COLOR_SCHEME_KEY, choice === 'system' ? null : choice);
};
