import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { resetCodeIn } from '../../contract/resetLink';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsLoading } from '../../store/state/loadingSlice';
import { selectPrevious, selectSessionPhase, selectUser } from '../../store/state/sessionSlice';
import { paths } from '../paths';
import { cameFrom } from './cameFrom';

interface GuestOnlyProps {
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/**
 * Who is signed in has no business at the sign-in: they go to where they were, or to Lists. The form stays while it signs in. The link of
 * a mail to set a forgotten password leads on, whoever is signed in.
 */
export function GuestOnly({ waiting, children }: GuestOnlyProps) {
  const phase = useAppSelector(selectSessionPhase);
  const previous = useAppSelector(selectPrevious);
  const user = useAppSelector(selectUser);
  const { state, hash } = useLocation();
  const isSigningIn = useAppSelector((state) => selectIsLoading(state, 'logIn'));
  // The code leaves the address, and stays in the history's entry, so that a reload does not lose it.
  const resetCode = resetCodeIn(hash);
  if (resetCode !== null) return <Navigate to={paths.reset} state={{ resetCode }} replace />;
  if (phase === 'open') {
    // Somebody else's list is nothing to go back to.
    const isSameUser = previous === null || previous.user.id === user?.id;
    return <Navigate to={isSameUser ? cameFrom(state) : paths.lists} replace />;
  }
  return phase === 'guest' || isSigningIn ? children : waiting;
}
