import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { type ColorScheme, chooseColorScheme, readColorScheme, SCHEMES } from '../../device/colorScheme';
import { useLazyTexts } from '../useLazyTexts';

const Choices = styled('fieldset')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
});

/** Chooses light, dark, or the device's own scheme. */
export function SchemeSwitch() {
  const { t } = useLazyTexts();
  const [current, setCurrent] = useState(() => readColorScheme(() => localStorage));
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
