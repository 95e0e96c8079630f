import { useTranslation } from 'react-i18next';
import { selectFirstError } from '../../store/errorsSlice';
import { useAppSelector } from '../../store/hooks';
import { selectSessionPhase } from '../../store/sessionSlice';
import { selectIsOnline, selectIsRoundRunning } from '../../store/syncSlice';
import { selectHasPulled, selectUnsentCount } from '../../store/viewSelectors';
import { StatusLine } from '../../ui/StatusLine';
import { selectStorage } from './selectStorage';
import { statusOf } from './statusOf';
import { useIsSlow } from './useIsSlow';

const SLOW_AFTER_MS = 800;

interface SyncStatusProps {
  readonly onShowError: (anchor: HTMLElement) => void;
}

/** Where the changes are: on this device, on their way, or on the server. One line that never moves anything. */
export function SyncStatus({ onShowError }: SyncStatusProps) {
  const { t } = useTranslation();
  const unsent = useAppSelector(selectUnsentCount);
  const { tone, key, isError } = statusOf({
    isGuest: useAppSelector(selectSessionPhase) === 'guest',
    isOnline: useAppSelector(selectIsOnline),
    storage: useAppSelector(selectStorage),
    firstError: useAppSelector(selectFirstError),
    hasPulled: useAppSelector(selectHasPulled),
    isSlow: useIsSlow(useAppSelector(selectIsRoundRunning), SLOW_AFTER_MS),
    unsent,
  });
  return (
    <StatusLine tone={tone} onClick={isError ? (event) => onShowError(event.currentTarget) : undefined}>
      {key && t(key, { count: unsent })}
    </StatusLine>
  );
}
