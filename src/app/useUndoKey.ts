import { useEffect } from 'react';
import { useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { useSnackBar } from '../ui/SnackBars';

/** Follows Ctrl/Cmd+Z while somebody is signed in. Its code is loaded later, because the first screen does not need it. */
export const useUndoKey = (): void => {
  const port = useSnackBar();
  const isSignedIn = useAppSelector((state) => selectSessionPhase(state) === 'open');
  useEffect(() => {
    if (!isSignedIn) return;
    const watching = import('./undoKey').then(({ watchUndoKey }) => watchUndoKey(port));
    watching.catch(() => undefined);
    return () =>
      void watching.then(
        (end) => end(),
        () => undefined,
      );
  }, [port, isSignedIn]);
};
