import { useEffect } from 'react';
import { useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { useSnackBar } from '../ui/SnackBars';

/** Follows Ctrl/Cmd+Z and double clicks while somebody is signed in. The code is loaded after the first screen. */
export const usePageInput = (): void => {
  const port = useSnackBar();
  const isSignedIn = useAppSelector((state) => selectSessionPhase(state) === 'open');
  useEffect(() => {
    if (!isSignedIn) return;
    const watching = import('./pageInput').then(
      ({ watchPageInput }) => watchPageInput(port),
      // The page works without them.
      () => () => undefined,
    );
    return () => void watching.then((end) => end());
  }, [port, isSignedIn]);
};
