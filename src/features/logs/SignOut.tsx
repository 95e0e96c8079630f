import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { signOut } from '../../store/sessionThunks';
import { selectUnsentCount } from '../../store/viewSelectors';
import { useBackCloses } from '../../ui/useBackCloses';
import { paths } from '../paths';

const ConfirmSheet = lazy(async () => ({ default: (await import('../../ui/ConfirmSheet')).ConfirmSheet }));

/** Signs out; names unsent changes first. They stay on this device for the same user. */
export function SignOut() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const unsent = useAppSelector(selectUnsentCount);
  const [asked, setAsked] = useState<number | null>(null);
  const isAsking = asked !== null;
  const close = useCallback(() => setAsked(null), []);
  useBackCloses(isAsking, close);
  // The question leaves with the screen: its entry of the history becomes Guest's.
  const leave = async (): Promise<void> => {
    await dispatch(signOut());
    await navigate(paths.guest, { replace: true });
  };
  return (
    <>
      <Button variant="outlined" onClick={() => (unsent > 0 ? setAsked(unsent) : void leave())}>
        {t('session.signOut')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmSheet
            open
            question={t('session.unsent', { count: asked })}
            confirmLabel={t('session.signOutYes')}
            cancelLabel={t('session.signOutNo')}
            onConfirm={() => void leave()}
            onCancel={close}
          />
        </Suspense>
      )}
    </>
  );
}
