import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

/** Some part of the heading's page, but not the way to other pages, has taken the focus. */
const hasFocus = (heading: HTMLElement | null): boolean => {
  const { activeElement } = document;
  return !activeElement?.closest('nav') && (heading?.closest('[data-page]')?.contains(activeElement) ?? false);
};

/**
 * Names the page: sets the document's title, and starts a page that was navigated to at its top with the focus on its `h1`
 * (which needs `tabIndex={-1}` and the returned ref). A page that has put the focus itself keeps it; effects of parts run
 * before those of their page.
 * @param screen null while its name is not known: the app's stands alone
 * @param role `'beside'` while another page stands in the other pane: that one is named
 */
export const usePageHeading = (
  screen: string | null,
  role: 'page' | 'beside' = 'page',
): RefObject<HTMLHeadingElement | null> => {
  const { t } = useTranslation();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = screen === null ? t('app.name') : t('app.pageTitle', { screen });
  // The first page of a visit leaves focus and scroll to the browser.
  const wasNavigatedTo = useRef(false);
  useLayoutEffect(() => {
    wasNavigatedTo.current = key !== 'default';
  }, [key]);

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
