import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { HeaderRow, PageFrame } from '../ui/PageFrame';
import { SkeletonCards, SkeletonRows } from '../ui/Skeletons';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import { LoadingStatus } from './LoadingStatus';

const PLACES = 6;
const status = <LoadingStatus />;

/** The skeleton of the lists page, with everything in its later place. */
export function ListsSkeleton() {
  const { t } = useTranslation();
  const header = (
    <HeaderRow>
      <Typography variant="h1">{t('lists.title')}</Typography>
    </HeaderRow>
  );
  return (
    <PageFrame header={header} status={status}>
      <SkeletonCards count={PLACES} label={t('lists.loading')} />
    </PageFrame>
  );
}

/** The skeleton of one list. Its name is not known yet, so the heading is for screen readers only. */
export function ListSkeleton() {
  const { t } = useTranslation();
  const header = (
    <HeaderRow>
      <Typography variant="h2" component="h1">
        <VisuallyHidden>{t('app.name')}</VisuallyHidden>
      </Typography>
    </HeaderRow>
  );
  return (
    <PageFrame header={header} status={status}>
      <SkeletonRows count={PLACES} label={t('list.loading')} />
    </PageFrame>
  );
}
