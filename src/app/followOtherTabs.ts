import type { i18n } from 'i18next';
import { COLOR_SCHEME_KEY, LANGUAGE_KEY } from '../contract/storageKeys';
import { readColorScheme, showColorScheme } from '../device/colorScheme';
import { readLanguage, switchLanguage } from './i18n';

/** Takes over the language and the colour scheme that the person chooses in another tab. */
export const followOtherTabs = (page: Window, instance: i18n): void => {
  const stored = () => page.localStorage;
  page.addEventListener('storage', ({ key }) => {
    // No key: all of local storage was cleared.
    if (key === COLOR_SCHEME_KEY || key === null) showColorScheme(page.document, readColorScheme(stored));
    // Without its texts, the language stays as it is until the next start.
    if (key === LANGUAGE_KEY || key === null) switchLanguage(instance, readLanguage(stored)).catch(() => undefined);
  });
};
