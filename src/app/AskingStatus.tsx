import { useTranslation } from 'react-i18next';
import { useIsSlow } from '../features/status/useIsSlow';
import { useAppSelector } from '../store/state/hooks';
import { selectIsUserUnknown } from '../store/state/sessionSlice';
import { StatusLine } from '../ui/StatusLine';

const SLOW_AFTER_MS = 800;

/** The status line of a screen that is not there yet: a server that takes its time to say who one is is worth a word. */
export function AskingStatus() {
  const { t } = useTranslation();
  const isSlow = useIsSlow(useAppSelector(selectIsUserUnknown), SLOW_AFTER_MS);
  return <StatusLine tone="quiet">{isSlow && t('sync.syncing')}</StatusLine>;
}
