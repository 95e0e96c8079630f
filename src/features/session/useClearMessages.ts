import { useEffect, useRef } from 'react';
import { useAppSelector } from '../../store/state/hooks';
import { selectUser } from '../../store/state/sessionSlice';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';

/**
 * Hides the messages when a session begins or ends, also those for screen readers. An undo belongs to its session, and
 * what was said to one person is not for the next.
 */
export const useClearMessages = (): void => {
  const { hide } = useSnackBar();
  const userId = useAppSelector(selectUser)?.id ?? null;
  const announce = useAnnounce();
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== userId) {
      hide();
      announce('');
      announce('', 'assertive');
    }
    before.current = userId;
  }, [userId, hide, announce]);
};
