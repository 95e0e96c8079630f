import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { paths } from '../paths';
import { returnState } from './returnPath';

interface RequireSessionProps {
  /** Shown until the session and the stored data are read. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** The guard of Lists and List: without a session the route is replaced by Guest. */
export function RequireSession({ waiting, children }: RequireSessionProps) {
  const phase = useAppSelector(selectSessionPhase);
  const location = useLocation();
  switch (phase) {
    case 'guest':
      return <Navigate to={paths.guest} replace state={returnState(location)} />;
    case 'open':
      return children;
    default:
      return waiting;
  }
}
