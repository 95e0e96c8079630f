/**
 * A language is its file in this folder and its line here: what it calls itself, and where its texts are. Polish is always there; its texts
 * that the first screen does not need stand apart, in `pl.layers.json`. The others are loaded when they are chosen.
 */
export const DEFAULT_LANGUAGE = 'pl';

export const OTHER_LANGUAGES = {
  en: { name: 'English', load: () => import('./en.json', { with: { type: 'json' } }) },
} as const;

export type Language = typeof DEFAULT_LANGUAGE | keyof typeof OTHER_LANGUAGES;

export const LANGUAGES = [DEFAULT_LANGUAGE, ...Object.keys(OTHER_LANGUAGES)] as readonly Language[];

export const languageName = (language: Language): string =>
  language === DEFAULT_LANGUAGE ? 'Polski' : OTHER_LANGUAGES[language].name;
