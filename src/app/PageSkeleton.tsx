import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { HeaderRow, PageFrame } from '../ui/PageFrame';
import { SkeletonCards, SkeletonRows } from '../ui/Skeletons';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import { AskingStatus } from './AskingStatus';

const PLACES = 6;
const status = <AskingStatus />;

/** The overview before anything is known: everything at its place. */
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

/** One list before anything is known, its name neither: the heading is there for those who look for it by ear alone. */
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
