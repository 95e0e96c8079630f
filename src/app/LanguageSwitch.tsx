import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, languageName } from '../locales/languages';
import { useSnackBar } from '../ui/SnackBars';
import { currentLanguage, switchLanguage } from './i18n';

const Choices = styled('fieldset')({ display: 'flex', flexWrap: 'wrap', gap: 4, margin: 0, padding: 0, border: 0 });

/** Buttons for the languages, each with its own name. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const { show } = useSnackBar();
  const current = currentLanguage(i18n);
  const pick = (language: Language): void => {
    switchLanguage(i18n, language).catch(() => show({ text: t('errors.offline'), durationMs: 6000 }));
  };
  return (
    <Choices aria-label={t('lang.label')}>
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant={language === current ? 'outlined' : 'text'}
          color="inherit"
          aria-pressed={language === current}
          lang={language}
          onClick={() => pick(language)}
          sx={{ minHeight: 44, fontWeight: language === current ? 650 : 400 }}
        >
          {languageName(language)}
        </Button>
      ))}
    </Choices>
  );
}
