import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { expiryNoticed, selectIsExpired } from '../../store/state/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';
import { paths } from '../paths';
import { comeFrom } from './cameFrom';

const SHOWN_MS = 8000;

/** A refused token replaces whatever route it met with Guest, and says why once. */
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
    // The guard may have been there first. Who sets a new password stays at it.
    if (pathname !== paths.guest && pathname !== paths.reset)
      void navigate(paths.guest, { replace: true, state: comeFrom({ pathname }) });
  }, [isExpired, pathname, dispatch, show, navigate, t]);
};
