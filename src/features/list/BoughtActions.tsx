import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import type { BoughtActs } from './useBoughtActs';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', columnGap: 8 });

const Action = styled(Button)(({ theme }) => ({
  ...theme.typography.caption,
  minHeight: 44,
  paddingInline: 12,
  color: theme.vars.palette.primary.main,
  fontWeight: 650,
})) as typeof Button;

/** Buttons for all bought items at once. */
export function BoughtActions({ remove, uncheck }: BoughtActs) {
  const { t } = useTranslation();
  return (
    <Row>
      <Action variant="text" onClick={remove}>
        {t('list.deleteBought')}
      </Action>
      <Action variant="text" onClick={uncheck}>
        {t('list.uncheckAll')}
      </Action>
    </Row>
  );
}
