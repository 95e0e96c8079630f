import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE } from '../locales/languages';
import layers from '../locales/pl.layers.json' with { type: 'json' };

/**
 * `useTranslation` with the Polish texts that the first screen does not need. They are loaded with the components that
 * use them.
 */
export const useLazyTexts = () => {
  const translation = useTranslation();
  const { i18n } = translation;
  const isThere = i18n.exists('sharing.invite', { lng: DEFAULT_LANGUAGE, fallbackLng: [] });
  if (!isThere) i18n.addResourceBundle(DEFAULT_LANGUAGE, 'translation', layers, true);
  return translation;
};
