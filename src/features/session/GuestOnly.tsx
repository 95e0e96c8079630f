import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAppSelector } from '../../store/hooks';
import { selectIsLoading } from '../../store/loadingSlice';
import { selectSessionPhase } from '../../store/sessionSlice';
import { paths } from '../paths';

interface GuestOnlyProps {
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Who is signed in has no business at the sign-in: they go to Lists. The form stays while it signs in. */
export function GuestOnly({ waiting, children }: GuestOnlyProps) {
  const phase = useAppSelector(selectSessionPhase);
  const isSigningIn = useAppSelector((state) => selectIsLoading(state, 'logIn'));
  if (phase === 'open') return <Navigate to={paths.lists} replace />;
  return phase === 'guest' || isSigningIn ? children : waiting;
}
