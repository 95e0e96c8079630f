import { useMemo } from 'react';
import { useAppSelector, useAppStore } from '../store/state/hooks';
import { selectUser } from '../store/state/sessionSlice';
import { useAnnounce } from '../ui/LiveRegions';
import { type SnackBarPort, useSnackBar } from '../ui/SnackBars';

interface OwnMessages extends Pick<SnackBarPort, 'show'> {
  readonly announce: (text: string) => void;
}

/**
 * Messages for the person who is signed in now. An answer may come after they have signed out: the next one must not read
 * it.
 */
export const useOwnMessages = (): OwnMessages => {
  const { show } = useSnackBar();
  const announce = useAnnounce();
  const store = useAppStore();
  const userId = useAppSelector(selectUser)?.id;
  return useMemo(() => {
    const isHere = (): boolean => selectUser(store.getState())?.id === userId;
    return {
      show: (snack) => (isHere() ? show(snack) : () => undefined),
      announce: (text) => void (isHere() && announce(text)),
    };
  }, [show, announce, store, userId]);
};
