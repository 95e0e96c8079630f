import { createContext, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation } from 'react-router';

/** The location at which the visit began. Going back there makes another object. */
export const FirstLocation = createContext<Location | null>(null);

/** Whether an element of the heading's page has the focus; the navigation does not count. */
const hasFocus = (heading: HTMLElement | null): boolean => {
  const { activeElement } = document;
  return !activeElement?.closest('nav') && (heading?.closest('[data-page]')?.contains(activeElement) ?? false);
};

/**
 * Sets the document's title. After a navigation it also scrolls to the top and focuses the `h1`, which needs the
 * returned ref and `tabIndex={-1}`. If a component of the page has set the focus, it stays there: child effects run
 * first.
 * @param screen null while the name is not known; then the title is the app's name
 * @param role `'beside'` while the page in the other pane names the document
 */
export const usePageHeading = (
  screen: string | null,
  role: 'page' | 'beside' = 'page',
): RefObject<HTMLHeadingElement | null> => {
  const { t } = useTranslation();
  const location = useLocation();
  const first = useContext(FirstLocation);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = screen === null ? t('app.name') : t('app.pageTitle', { screen });
  // The first page of a visit keeps the focus that the browser gave, and a reloaded list goes back to its place.
  const wasNavigatedTo = useRef(false);
  useLayoutEffect(() => {
    wasNavigatedTo.current = location !== first;
  }, [location, first]);

  useEffect(() => {
    if (role === 'page') document.title = title;
  }, [title, role]);
  useLayoutEffect(() => {
    if (role === 'page' && wasNavigatedTo.current && !hasFocus(heading.current)) window.scrollTo(0, 0);
  }, [role]);
  useEffect(() => {
    if (role === 'page' && wasNavigatedTo.current && !hasFocus(heading.current))
      heading.current?.focus({ preventScroll: true });
  }, [role]);
  return heading;
};
