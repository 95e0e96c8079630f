import { useCallback, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useParams } from 'react-router';
import { asListId, type ListId } from '../contract/ids';
import { listIdAt, paths } from './paths';

/** An address is anybody's text: what every object has by nature is no list's id. */
const parseListId = (text: string): ListId => asListId(text in Object.prototype ? '' : text);

/** The list at this address; null at every other one. */
export const useOpenListId = (): ListId | null => {
  const isAtList = useParams().id !== undefined;
  const { pathname } = useLocation();
  return isAtList ? parseListId(listIdAt(pathname)) : null;
};

/** True where no entry of the history before this one is the app's. */
export const isFirstEntry = ({ key, state }: Location): boolean => key === 'default' || state?.isFirst === true;

/**
 * Opens a list. Beside an open one it takes that one's place in the history, so that back always leads to the lists.
 * The function stays the same for the life of its component.
 */
export const useOpenList = (): ((listId: ListId) => void) => {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location });
  useLayoutEffect(() => {
    latest.current = { navigate, location };
  });
  return useCallback((listId: ListId) => {
    const { current } = latest;
    // It stands there already: whoever asks for it wants to be in it.
    if (current.location.pathname === paths.list(listId)) return document.querySelector('h1')?.focus();
    const replace = current.location.pathname.startsWith(paths.list(''));
    const state = isFirstEntry(current.location) && replace ? { isFirst: true } : null;
    void current.navigate(paths.list(listId), { replace, state });
  }, []);
};
