import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hrefOf } from '../../contract/basePath';
import { REFUSALS_SEEN_KEY } from '../../contract/storageKeys';
import { selectFirstError } from '../../store/state/errorsSlice';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsRoundRunning } from '../../store/state/loadingSlice';
import { selectGuestTrouble, selectGuestWish, selectSessionPhase } from '../../store/state/sessionSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { refusalId, selectHasPulled, selectRefusals, selectUnsentCount } from '../../store/view/viewSelectors';
import { StatusLine } from '../../ui/StatusLine';
import { paths } from '../paths';
import { readRefusalsSeen } from '../refusalsSeen';
import { useStoredValue } from '../useStoredValue';
import { selectStorage } from './selectStorage';
import { statusOf } from './statusOf';
import { useIsSlow } from './useIsSlow';

const SLOW_AFTER_MS = 800;
/** A normal change reaches the server much earlier. */
const WAITING_AFTER_MS = 5000;

interface SyncStatusProps {
  readonly onShowError: (anchor: HTMLElement) => void;
}

/** The status line: whether changes are on this device, being sent, or on the server. Its height never changes. */
export function SyncStatus({ onShowError }: SyncStatusProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const unsent = useAppSelector(selectUnsentCount);
  const [seen] = useStoredValue(REFUSALS_SEEN_KEY, readRefusalsSeen);
  const refused = useAppSelector(selectRefusals).filter((refusal) => !seen.has(refusalId(refusal))).length;
  const { tone, key, isError } = statusOf({
    isGuest: useAppSelector(selectSessionPhase) === 'guest',
    isOnline: useAppSelector(selectIsOnline),
    storage: useAppSelector(selectStorage),
    firstError: useAppSelector((state) => selectFirstError(state)?.id ?? null),
    hasPulled: useAppSelector(selectHasPulled),
    isSlow: useIsSlow(useAppSelector(selectIsRoundRunning), SLOW_AFTER_MS),
    unsent,
    isWaiting: useIsSlow(unsent > 0, WAITING_AFTER_MS),
    refused,
    guestWish: useAppSelector(selectGuestWish),
    guestTrouble: useAppSelector(selectGuestTrouble),
  });
  const toRefusals = (event: MouseEvent): void => {
    event.preventDefault();
    void navigate(paths.refusals);
  };
  const lead = key === 'sync.refused' ? { href: hrefOf(paths.refusals), onClick: toRefusals } : null;
  return (
    <StatusLine
      tone={tone}
      unsent={unsent}
      link={lead}
      onClick={isError ? (event) => onShowError(event.currentTarget) : undefined}
    >
      {key && t(key, { count: key === 'sync.refused' ? refused : unsent })}
    </StatusLine>
  );
}
