import { useEffect } from 'react';
import { useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';

/** What the snackbar offers (an undo, above all) goes with the session it was offered in. */
export const useSessionEndsOffers = (): void => {
  const { hide } = useSnackBar();
  const userId = useAppSelector(selectUser)?.id ?? null;
  useEffect(() => (userId === null ? undefined : hide), [userId, hide]);
};
