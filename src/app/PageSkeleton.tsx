import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { HeaderRow, PageFrame } from '../ui/PageFrame';
import { SkeletonCards } from '../ui/Skeletons';
import { StatusLine } from '../ui/StatusLine';

/** The overview before anything is known: same places, no words that might turn out wrong. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <PageFrame
      header={
        <HeaderRow>
          <Typography variant="h1">{t('lists.title')}</Typography>
        </HeaderRow>
      }
      status={<StatusLine tone="quiet">{null}</StatusLine>}
    >
      <SkeletonCards count={6} label={t('lists.loading')} />
    </PageFrame>
  );
}
