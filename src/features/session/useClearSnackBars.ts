import { useEffect, useRef } from 'react';
import { useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { useSnackBar } from '../../ui/SnackBars';

/**
 * Hides the messages when a session begins or ends. An undo belongs to its session, and what was said to one person is
 * not for the next.
 */
export const useClearSnackBars = (): void => {
  const { hide } = useSnackBar();
  const userId = useAppSelector(selectUser)?.id ?? null;
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== userId) hide();
    before.current = userId;
  }, [userId, hide]);
};
