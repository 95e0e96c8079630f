import { useTranslation } from 'react-i18next';
import en from '../locales/layers.en.json' with { type: 'json' };
import pl from '../locales/layers.pl.json' with { type: 'json' };

const TEXTS = [
  ['pl', pl],
  ['en', en],
] as const;

/** As `useTranslation`, with the texts of what opens over the lists, and of removed ones: they come with those parts, because the first screen needs none. */
export const useLayerTexts = () => {
  const translation = useTranslation();
  const { i18n } = translation;
  for (const [language, texts] of TEXTS) {
    const isThere = i18n.exists('sharing.invite', { lng: language, fallbackLng: [] });
    if (!isThere) i18n.addResourceBundle(language, 'translation', texts, true);
  }
  return translation;
};
