import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { expiryNoticed, selectIsExpired } from '../../store/state/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';
import { paths } from '../paths';
import { returnState } from './returnPath';

const SHOWN_MS = 8000;

/** When the server refuses the token, goes to Guest and says why once. */
export const useSessionExpiry = (): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const isExpired = useAppSelector(selectIsExpired);
  useEffect(() => {
    if (!isExpired) return;
    dispatch(expiryNoticed());
    show({ text: t('session.expired'), durationMs: SHOWN_MS });
    // The route guard may have navigated first. A person who is setting a new password stays there.
    if (pathname !== paths.guest && pathname !== paths.reset)
      void navigate(paths.guest, { replace: true, state: returnState({ pathname }) });
  }, [isExpired, pathname, dispatch, show, navigate, t]);
};
