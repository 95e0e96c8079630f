import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../features/paths';
import { useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { isShare, joinShares, readShare, readStoredShare, storeShare, withoutShare } from './sharedText';

/**
 * The shared text that is not in a list yet; null without one. It survives a sign-in. Text that is shared later is
 * joined to it.
 */
export const useSharedText = (): readonly [string | null, (text: string | null) => void] => {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  /** The history entry whose text was read already. Before it is replaced, the effect may see it again. */
  const taken = useRef<string | null>(null);
  const isGuest = useAppSelector(selectSessionPhase) === 'guest';
  // The build renders the sign-in without a window, so nothing is stored there.
  const [text, setText] = useState(() => readStoredShare(globalThis.window));
  useEffect(() => storeShare(window, text), [text]);
  useEffect(() => {
    if (!isShare(search)) return;
    const shared = readShare(search);
    if (shared !== null && taken.current !== key) setText((waiting) => joinShares(waiting, shared));
    taken.current = key;
    // A guest's route guard navigates to Guest at the same moment, and the last navigation wins.
    void navigate(isGuest ? paths.guest : pathname + withoutShare(search), { replace: true });
  }, [key, pathname, search, isGuest, navigate]);
  return [text, setText];
};
