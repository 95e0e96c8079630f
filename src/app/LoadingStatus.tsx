import { useTranslation } from 'react-i18next';
import { useIsSlow } from '../features/status/useIsSlow';
import { useAppSelector } from '../store/state/hooks';
import { selectIsUserUnknown } from '../store/state/sessionSlice';
import { StatusLine } from '../ui/StatusLine';

const SLOW_AFTER_MS = 800;

/** The status line of a screen that still loads. It says so when the server is slow to tell who is signed in. */
export function LoadingStatus() {
  const { t } = useTranslation();
  const isSlow = useIsSlow(useAppSelector(selectIsUserUnknown), SLOW_AFTER_MS);
  return <StatusLine tone="quiet">{isSlow && t('sync.syncing')}</StatusLine>;
}
