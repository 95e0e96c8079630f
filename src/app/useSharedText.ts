import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../features/paths';
import { useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { isShare, readShare, readStoredShares, sharesOf, storeShares, withoutShare, withShare } from './sharedText';

/**
 * The shared text that is not in a list yet; null without one. It survives the sign-in of its own person, and nobody else
 * sees it. Text that is shared later is joined to it. The function replaces it, or discards it with null.
 */
export const useSharedText = (): readonly [string | null, (text: string | null) => void] => {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  /** The history entry whose text was read already. Before it is replaced, the effect may see it again. */
  const taken = useRef<string | null>(null);
  const isGuest = useAppSelector(selectSessionPhase) === 'guest';
  const user = useAppSelector(({ session }) => session.user?.id ?? null);
  // The build renders the sign-in without a window, so nothing is stored there.
  const [waiting, setWaiting] = useState(() => readStoredShares(globalThis.window));
  useEffect(() => storeShares(window, waiting), [waiting]);
  useEffect(() => {
    if (!isShare(search)) return;
    const shared = readShare(search);
    if (shared !== null && taken.current !== key) setWaiting((before) => withShare(before, shared, user));
    taken.current = key;
    // A guest's route guard navigates to Guest at the same moment, and the last navigation wins.
    void navigate(isGuest ? paths.guest : pathname + withoutShare(search), { replace: true });
  }, [key, pathname, search, isGuest, user, navigate]);
  useEffect(() => {
    if (user !== null) setWaiting((before) => sharesOf(user, before));
  }, [user]);
  const mine = waiting.filter((share) => share.user === user);
  const setText = (text: string | null): void => setWaiting(text === null ? [] : [{ text, user }]);
  return [mine.length > 0 ? mine.map(({ text }) => text).join('\n') : null, setText];
};
