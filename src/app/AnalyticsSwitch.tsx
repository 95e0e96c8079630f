import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnalyticsChoice } from './analytics';

const Row = styled('label')({ display: 'flex', alignItems: 'center', gap: 12, minHeight: 44 });

const Box = styled('input')(({ theme }) => ({
  width: 22,
  height: 22,
  margin: 0,
  flexShrink: 0,
  accentColor: theme.vars.palette.primary.main,
}));

const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: '0 0 8px',
  color: theme.vars.palette.text.secondary,
}));

/** Switches the usage statistics on and off, for this device. */
export function AnalyticsSwitch({ choice }: { readonly choice: AnalyticsChoice }) {
  const { t } = useTranslation();
  const hintId = useId();
  const [isOn, setOn] = useState(choice.isOn());
  const choose = (next: boolean): void => {
    choice.choose(next);
    setOn(choice.isOn());
  };
  return (
    <>
      <Row>
        <Box
          type="checkbox"
          role="switch"
          aria-describedby={hintId}
          checked={isOn}
          disabled={!choice.canChoose}
          onChange={(event) => choose(event.target.checked)}
        />
        {t('logs.analytics')}
      </Row>
      <Hint id={hintId}>{t('logs.analyticsHint')}</Hint>
    </>
  );
}
