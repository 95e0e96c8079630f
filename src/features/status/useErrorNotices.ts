import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectFirstError } from '../../store/state/errorsSlice';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsRoundRunning } from '../../store/state/loadingSlice';
import { selectIsOnline } from '../../store/state/syncSlice';
import { useAnnounce } from '../../ui/LiveRegions';
import { selectStorage } from './selectStorage';

/**
 * Announcements for people who do not see the status line. A storage failure is announced at once. A sync that works
 * again is announced after its round. Other syncs are silent.
 */
export const useErrorNotices = (): void => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const firstError = useAppSelector((state) => selectFirstError(state)?.id ?? null);
  const storage = useAppSelector(selectStorage);
  const isOnline = useAppSelector(selectIsOnline);
  const isRunning = useAppSelector(selectIsRoundRunning);
  const hadSyncError = useRef(false);

  useEffect(() => {
    if (storage === 'well') return;
    announce(t(storage === 'closed' ? 'storage.unavailable' : 'storage.unsaved'), 'assertive');
    // A screen reader also finds the text later, when it is not true any more.
    return () => announce('', 'assertive');
  }, [storage, announce, t]);

  useEffect(() => {
    if (firstError === 'syncManagerPullError' || firstError === 'syncManagerPushError') hadSyncError.current = true;
    if (!hadSyncError.current || firstError !== null || !isOnline || isRunning) return;
    hadSyncError.current = false;
    announce(t('sync.synced'));
  }, [firstError, isOnline, isRunning, announce, t]);
};
