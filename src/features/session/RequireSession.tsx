import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAppSelector } from '../../store/hooks';
import { selectSessionPhase } from '../../store/sessionSlice';
import { paths } from '../paths';

interface RequireSessionProps {
  /** Shown until it is known who is signed in and what they have stored. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** The guard of Lists and List: without a token the route is replaced with Guest. */
export function RequireSession({ waiting, children }: RequireSessionProps) {
  const phase = useAppSelector(selectSessionPhase);
  switch (phase) {
    case 'guest':
      return <Navigate to={paths.guest} replace />;
    case 'open':
      return children;
    default:
      return waiting;
  }
}
