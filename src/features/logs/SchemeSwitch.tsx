import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { COLOR_SCHEME_KEY } from '../../contract/storageKeys';
import { type ColorScheme, chooseColorScheme, readColorScheme, SCHEMES } from '../../device/colorScheme';
import { useLazyTexts } from '../useLazyTexts';
import { useStoredValue } from '../useStoredValue';

const Choices = styled('fieldset')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
});

const readScheme = (): ColorScheme => readColorScheme(() => localStorage);

/** Chooses light, dark, or the device's own scheme. */
export function SchemeSwitch() {
  const { t } = useLazyTexts();
  const [current, setCurrent] = useStoredValue(COLOR_SCHEME_KEY, readScheme);
  const pick = (scheme: ColorScheme): void => {
    chooseColorScheme(window, scheme);
    setCurrent(scheme);
  };
  return (
    <Choices aria-label={t('looks.scheme')}>
      {SCHEMES.map((scheme) => (
        <Button
          key={scheme}
          variant={scheme === current ? 'outlined' : 'text'}
          color="inherit"
          aria-pressed={scheme === current}
          onClick={() => pick(scheme)}
          sx={{ minHeight: 44, paddingInline: '12px', fontWeight: scheme === current ? 650 : 400 }}
        >
          {t(`looks.${scheme}`)}
        </Button>
      ))}
    </Choices>
  );
}
