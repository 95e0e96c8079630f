import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectFirstError } from '../../store/state/errorsSlice';
import { useAppSelector } from '../../store/state/hooks';
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
  const lastRound = useAppSelector(({ operations }) => operations.at(-1)?.status);
  const hadSyncError = useRef(false);

  useEffect(() => {
    if (storage === 'well') return;
    // A screen reader also finds the text later, when it is not true any more.
    return announce(t(storage === 'closed' ? 'storage.unavailable' : 'storage.unsaved'), 'assertive');
  }, [storage, announce, t]);

  useEffect(() => {
    if (firstError === 'syncManagerPullError' || firstError === 'syncManagerPushError') hadSyncError.current = true;
    // A return to the app and a sign-out clear the error too.
    if (!hadSyncError.current || firstError !== null || lastRound !== 'done') return;
    hadSyncError.current = false;
    announce(t('sync.synced'));
  }, [firstError, lastRound, announce, t]);
};
