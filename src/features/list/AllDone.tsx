import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const Place = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'grid',
  justifyItems: 'center',
  gap: 4,
  padding: '20px 16px 12px',
  color: theme.vars.palette.text.secondary,
}));

/** Shown in place of the open items when all items are bought. The children are the next possible actions. */
export function AllDone({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Place data-glides="all-done">
      {t('list.allDone')}
      {children}
    </Place>
  );
}
