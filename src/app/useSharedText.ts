import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../features/paths';
import { useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { isShare, joinShares, keepShare, keptShare, readShare, withoutShare } from './sharedText';

/**
 * The text that another app shared and that has no list yet; null when there is none. It survives a sign-in, and what is
 * shared while the app runs joins it.
 */
export const useSharedText = (): readonly [string | null, (text: string | null) => void] => {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  /** The address whose text was taken: looked at again before it is replaced, it brings nothing new. */
  const taken = useRef<string | null>(null);
  const isGuest = useAppSelector(selectSessionPhase) === 'guest';
  // The build, which renders the sign-in, has no window, and so nothing that was kept.
  const [text, setText] = useState(() => keptShare(globalThis.window));
  useEffect(() => keepShare(window, text), [text]);
  useEffect(() => {
    if (!isShare(search)) return;
    const shared = readShare(search);
    if (shared !== null && taken.current !== key) setText((waiting) => joinShares(waiting, shared));
    taken.current = key;
    // For a guest the guard goes to Guest in this same moment, and the last to navigate has its way.
    void navigate(isGuest ? paths.guest : pathname + withoutShare(search), { replace: true });
  }, [key, pathname, search, isGuest, navigate]);
  return [text, setText];
};
