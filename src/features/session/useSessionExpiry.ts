import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { expiryNoticed, selectIsExpired } from '../../store/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';
import { paths } from '../paths';

const SHOWN_MS = 8000;

/** A refused token replaces whatever route it met with Guest, and says why once. */
export const useSessionExpiry = (): void => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isExpired = useAppSelector(selectIsExpired);
  useEffect(() => {
    if (!isExpired) return;
    dispatch(expiryNoticed());
    show({ text: t('session.expired'), durationMs: SHOWN_MS });
    void navigate(paths.guest, { replace: true });
  }, [isExpired, dispatch, show, navigate, t]);
};
