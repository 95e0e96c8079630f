import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useIsSlow } from '../features/status/useIsSlow';
import { useAppSelector } from '../store/state/hooks';
import { selectIsUserUnknown } from '../store/state/sessionSlice';
import { HeaderRow, PageFrame } from '../ui/PageFrame';
import { SkeletonCards, SkeletonRows } from '../ui/Skeletons';
import { StatusLine } from '../ui/StatusLine';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import { AppFooter } from './AppFooter';

const SLOW_AFTER_MS = 800;

/** The status line of a screen that still loads. It says so when the server is slow to tell who is signed in. */
function LoadingStatus() {
  const { t } = useTranslation();
  const isSlow = useIsSlow(useAppSelector(selectIsUserUnknown), SLOW_AFTER_MS);
  return <StatusLine tone="quiet">{isSlow && t('sync.syncing')}</StatusLine>;
}

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
    <PageFrame header={header} status={status} bar={<AppFooter />}>
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
