import { Suspense, useState } from 'react';
import { signOut } from '../../store/session/signOut';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { selectUnsentCount } from '../../store/view/viewSelectors';
import { useSnackBar } from '../../ui/SnackBars';
import { useBackCloses } from '../../ui/useBackCloses';
import { useBusy } from '../../ui/useBusy';
import { lazyPart } from '../lazyPart';
import { useLazyTexts } from '../useLazyTexts';
import { SettingAction } from './SettingAction';
import { useLeaveToGuest } from './useLeaveToGuest';

const ConfirmSheet = lazyPart(async () => (await import('../../ui/ConfirmSheet')).ConfirmSheet);

const SHOWN_MS = 6000;

/** Signs out. With unsent changes it asks first; they stay on this device for the same user. */
export function SignOut() {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const leaveToGuest = useLeaveToGuest();
  const { show } = useSnackBar();
  const isKept = useAppSelector(selectCapabilities).account;
  const isOnline = useAppSelector(selectIsOnline);
  const unsent = useAppSelector(selectUnsentCount);
  const [countInQuestion, setCountInQuestion] = useState<number | null>(null);
  const isAsking = countInQuestion !== null;
  // The last round may take seconds. Meanwhile the question stays, because its history entry is replaced by the Guest page.
  const [isLeaving, leave] = useBusy(async () => {
    await dispatch(signOut());
    await leaveToGuest();
    if (isKept && !isOnline) show({ text: t('account.signedOutOffline'), durationMs: SHOWN_MS });
  });
  const close = (): void => {
    if (!isLeaving) setCountInQuestion(null);
  };
  useBackCloses(isAsking, close);
  return (
    <>
      <SettingAction aria-busy={isLeaving} onClick={() => (unsent > 0 ? setCountInQuestion(unsent) : leave())}>
        {t('session.signOut')}
      </SettingAction>
      {isAsking && (
        <Suspense>
          <ConfirmSheet
            open
            question={t('session.unsent', { count: countInQuestion })}
            confirmLabel={t('session.signOutYes')}
            cancelLabel={t('session.signOutNo')}
            isBusy={isLeaving}
            onConfirm={leave}
            onCancel={close}
          />
        </Suspense>
      )}
    </>
  );
}
