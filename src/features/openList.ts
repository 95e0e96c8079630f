import { useCallback, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useParams } from 'react-router';
import { asListId, type ListId } from '../contract/ids';
import { listIdAt, paths } from './paths';

/** Addresses can hold any text. Names that every object inherits, such as `constructor`, cannot be ids. */
const parseListId = (text: string): ListId => asListId(text in Object.prototype ? '' : text);

/** The id of the list at this address; null on other pages. */
export const useOpenListId = (): ListId | null => {
  const isAtList = useParams().id !== undefined;
  const { pathname } = useLocation();
  return isAtList ? parseListId(listIdAt(pathname)) : null;
};

/** Whether no earlier history entry belongs to the app. */
export const isFirstEntry = ({ key, state }: Location): boolean => key === 'default' || state?.isFirst === true;

/**
 * Opens a list. If another list is open, it replaces that history entry, so that back leads to the lists.
 * @returns a function that stays the same while the component lives
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
    // The list is open already, so its heading gets the focus.
    if (current.location.pathname === paths.list(listId)) return document.querySelector('h1')?.focus();
    const replace = current.location.pathname.startsWith(paths.list(''));
    const state = isFirstEntry(current.location) && replace ? { isFirst: true } : null;
    void current.navigate(paths.list(listId), { replace, state });
  }, []);
};
