import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../features/paths';
import { useAppSelector } from '../store/hooks';
import { selectSessionPhase } from '../store/sessionSlice';
import { isShare, keepShare, keptShare, readShare, withoutShare } from './sharedText';

/**
 * The text that another app shared and that has no list yet; null when there is none. It survives a sign-in, and takes what is
 * shared while the app runs.
 */
export const useSharedText = (): readonly [string | null, (text: string | null) => void] => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isGuest = useAppSelector(selectSessionPhase) === 'guest';
  const [text, setText] = useState(() => keptShare(window));
  const change = useCallback((next: string | null) => {
    keepShare(window, next);
    setText(next);
  }, []);
  useEffect(() => {
    if (!isShare(search)) return;
    const shared = readShare(search);
    if (shared !== null) change(shared);
    // For a guest the guard goes to Guest in this same moment, and the last to navigate has its way.
    void navigate(isGuest ? paths.guest : pathname + withoutShare(search), { replace: true });
  }, [pathname, search, isGuest, navigate, change]);
  return [text, change];
};
