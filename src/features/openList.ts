import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useParams } from 'react-router';
import { asListId, type ListId } from '../contract/ids';
import { overlaysAt, overlaysOver } from '../ui/useBackCloses';
import { listIdAt, paths } from './paths';

/** Addresses can hold any text. Names that every object inherits, such as `constructor`, cannot be ids. */
const parseListId = (text: string): ListId => asListId(text in Object.prototype ? '' : text);

/** The id of the list at this address; null on other pages. */
export const useOpenListId = (): ListId | null => {
  const isAtList = useParams().id !== undefined;
  const { pathname } = useLocation();
  return isAtList ? parseListId(listIdAt(pathname)) : null;
};

/** All other clicks on a link are left to the browser: a new tab, a download. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Whether the history entry before this one, without its overlays, is Lists. */
export const isAfterLists = ({ state }: Location): boolean => state?.isAfterLists === true;

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
    const { pathname } = current.location;
    // The list is open already, so its heading gets the focus.
    if (pathname === paths.list(listId)) return document.querySelector('h1')?.focus();
    const replace = pathname.startsWith(paths.list(''));
    // An overlay over the open list has an entry of its own, which is replaced. The list stays before it.
    const keepsPlace = replace && overlaysAt(current.location) === 0;
    // The app was opened at this list. Its entry becomes that of the lists, for a later back.
    const isFirst = keepsPlace && !isAfterLists(current.location);
    if (isFirst) void current.navigate(paths.lists, { replace });
    const state = { isAfterLists: pathname === paths.lists || keepsPlace };
    void current.navigate(paths.list(listId), { replace: replace && !isFirst, state });
  }, []);
};

/** @returns a function that goes from the open list back to Lists, also while rows are selected, which has an entry of its own */
export const useBackToLists = (): (() => void) => {
  const navigate = useNavigate();
  const location = useLocation();
  return () =>
    void (isAfterLists(location) ? navigate(-1 - overlaysAt(location)) : navigate(paths.lists, { replace: true }));
};

/**
 * Leaves a list that is gone, also from an overlay over it, so that back does not lead to it again.
 * @returns a function that stays the same while the history entry does
 */
export const useLeaveGoneList = (): (() => void) => {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(() => {
    // Replacing shows Lists at once. Going back alone would show the page of the gone list for a moment.
    void navigate(paths.lists, { replace: true });
    if (isAfterLists(location)) void navigate(-1 - overlaysOver(location));
  }, [navigate, location]);
};
