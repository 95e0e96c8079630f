import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGE_KEY } from '../contract/storageKeys';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, OTHER_LANGUAGES } from '../locales/languages';
import pl from '../locales/pl.json' with { type: 'json' };
import type layers from '../locales/pl.layers.json';

/** Keys come from the Polish catalogue, so a text that does not exist does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof pl & typeof layers };
  }
}

/** Polish whatever the browser says, until the user picks another. */
const asLanguage = (text: unknown): Language => LANGUAGES.find((language) => language === text) ?? DEFAULT_LANGUAGE;

/** The user's earlier choice; the default when there is none, or the storage is closed to us. */
export const readLanguage = (storage: () => Pick<Storage, 'getItem'>): Language => {
  try {
    return asLanguage(storage().getItem(LANGUAGE_KEY));
  } catch {
    // Private modes may refuse to read, or even to name it: a language is not worth a failed start.
    return DEFAULT_LANGUAGE;
  }
};

/** Polish is the fallback and always there; the others are chunks of their own, precached by the worker. */
const loadTexts = async (instance: i18n, language: Language): Promise<void> => {
  if (language === DEFAULT_LANGUAGE || instance.exists('app.name', { lng: language, fallbackLng: [] })) return;
  const { default: texts } = await OTHER_LANGUAGES[language].load();
  instance.addResourceBundle(language, 'translation', texts);
};

/** Makes the texts of the app. Resolves with Polish when the chunk of the language asked for cannot be had. */
export const makeI18n = async (language: Language): Promise<i18n> => {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGES,
    resources: { pl: { translation: pl } },
    interpolation: { escapeValue: false },
  });
  await switchLanguage(instance, language).catch(() => instance.changeLanguage(DEFAULT_LANGUAGE));
  return instance;
};

/** Shows another language. Rejects, and changes nothing, when its texts cannot be loaded. */
export const switchLanguage = async (instance: i18n, language: Language): Promise<void> => {
  await loadTexts(instance, language);
  await instance.changeLanguage(language);
};

/** The language on screen. */
export const currentLanguage = (instance: i18n): Language => asLanguage(instance.resolvedLanguage);

/** Keeps `<html lang dir>` and the stored choice in step with the language on screen, from now on. */
export const followLanguage = (instance: i18n, root: HTMLElement, storage: () => Pick<Storage, 'setItem'>): void => {
  const follow = (): void => {
    const language = currentLanguage(instance);
    root.lang = language;
    root.dir = instance.dir(language);
  };
  follow();
  instance.on('languageChanged', () => {
    follow();
    try {
      storage().setItem(LANGUAGE_KEY, currentLanguage(instance));
    } catch {
      // A full or closed storage: the choice holds until the page is closed.
    }
  });
};
