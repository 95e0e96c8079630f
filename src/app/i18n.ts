import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGE_KEY } from '../contract/storageKeys';
import { readText, type WritableStorage, writeText } from '../device/webStorage';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, OTHER_LANGUAGES } from '../locales/languages';
import pl from '../locales/pl.json' with { type: 'json' };
import type layers from '../locales/pl.layers.json';

/** The keys are typed from the Polish catalogue, so an unknown key does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof pl & typeof layers };
  }
}

/** Polish until the person chooses another language; the browser's languages are ignored. */
const asLanguage = (text: unknown): Language => LANGUAGES.find((language) => language === text) ?? DEFAULT_LANGUAGE;

/** The stored choice, else the default. */
export const readLanguage = (storage: () => Pick<Storage, 'getItem'>): Language =>
  asLanguage(readText(storage, LANGUAGE_KEY));

/** Polish is the fallback and always loaded. Other languages are chunks that the worker precaches. */
const loadTexts = async (instance: i18n, language: Language): Promise<void> => {
  if (language === DEFAULT_LANGUAGE || instance.exists('app.name', { lng: language, fallbackLng: [] })) return;
  const { default: texts } = await OTHER_LANGUAGES[language].load();
  instance.addResourceBundle(language, 'translation', texts);
};

/** Hebrew, Arabic and the scripts beside them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** A name that is written from right to left must not change the order of the words around it. */
const isolateName = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** Sets up the texts. It falls back to Polish when another language cannot be loaded. */
export const makeI18n = async (language: Language): Promise<i18n> => {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGES,
    resources: { pl: { translation: pl } },
    // React escapes HTML itself.
    interpolation: { escape: isolateName },
  });
  await switchLanguage(instance, language).catch(() => instance.changeLanguage(DEFAULT_LANGUAGE));
  return instance;
};

/** The last choices. Texts that come later than another choice change nothing. */
const wishes = new WeakMap<i18n, Language>();

/** Switches the language. Rejects without a change when its texts cannot be loaded. */
export const switchLanguage = async (instance: i18n, language: Language): Promise<void> => {
  wishes.set(instance, language);
  await loadTexts(instance, language);
  if (wishes.get(instance) === language) await instance.changeLanguage(language);
};

/** The current language. */
export const currentLanguage = (instance: i18n): Language => asLanguage(instance.resolvedLanguage);

/** Updates `<html lang dir>` and the stored choice whenever the language changes. */
export const followLanguage = (instance: i18n, root: HTMLElement, storage: () => WritableStorage): void => {
  const follow = (): void => {
    const language = currentLanguage(instance);
    root.lang = language;
    root.dir = instance.dir(language);
  };
  follow();
  instance.on('languageChanged', () => {
    follow();
    writeText(storage, LANGUAGE_KEY, currentLanguage(instance));
  });
};
