import { useEffect } from 'react';
import { useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';

/** Hides the snackbar when the session ends, because an undo belongs to its session. */
export const useClearSnackBars = (): void => {
  const { hide } = useSnackBar();
  const userId = useAppSelector(selectUser)?.id ?? null;
  useEffect(() => (userId === null ? undefined : hide), [userId, hide]);
};
