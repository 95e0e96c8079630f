import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { HeaderRow, PageFrame } from '../ui/PageFrame';
import { SkeletonCards, SkeletonRows } from '../ui/Skeletons';
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

/** One list before anything is known, its name neither. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <PageFrame header={<HeaderRow />} status={status}>
      <SkeletonRows count={PLACES} label={t('list.loading')} />
    </PageFrame>
  );
}
