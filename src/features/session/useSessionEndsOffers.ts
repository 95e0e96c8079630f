import { useEffect } from 'react';
import { useAppSelector } from '../../store/hooks';
import { selectUser } from '../../store/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';

/** What the snackbar offers (an undo, above all) goes with the session it was offered in. */
export const useSessionEndsOffers = (): void => {
  const { hide } = useSnackBar();
  const userId = useAppSelector(selectUser)?.id ?? null;
  useEffect(() => (userId === null ? undefined : hide), [userId, hide]);
};
