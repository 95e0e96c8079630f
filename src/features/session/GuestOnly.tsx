import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { resetCodeIn } from '../../contract/resetLink';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsLoading } from '../../store/state/loadingSlice';
import { selectPrevious, selectSessionPhase, selectUser } from '../../store/state/sessionSlice';
import { useLeaveOverlays } from '../../ui/useBackCloses';
import { paths } from '../paths';
import { returnPath } from './returnPath';

interface GuestOnlyProps {
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/**
 * The guard of the sign-in page. A signed-in person is sent to the page they came from, or to Lists. The form stays
 * while it signs in. A reset link from a mail works for everybody.
 */
export function GuestOnly({ waiting, children }: GuestOnlyProps) {
  const phase = useAppSelector(selectSessionPhase);
  const previous = useAppSelector(selectPrevious);
  const user = useAppSelector(selectUser);
  const { state, hash } = useLocation();
  const isSigningIn = useAppSelector((state) => selectIsLoading(state, 'logIn'));
  // The code is removed from the address, but stays in the history entry, so that a reload keeps it.
  const resetCode = resetCodeIn(hash);
  const isOpen = phase === 'open';
  // Such as that of the sign-up.
  const isLeaving = useLeaveOverlays(isOpen);
  if (resetCode !== null) return <Navigate to={paths.reset} state={{ resetCode }} replace />;
  if (isOpen && !isLeaving) {
    // The page of the previous user is of no use to another user.
    const isSameUser = previous === null || previous.user.id === user?.id;
    return <Navigate to={isSameUser ? returnPath(state) : paths.lists} replace />;
  }
  return isLeaving || phase === 'guest' || isSigningIn ? children : waiting;
}
