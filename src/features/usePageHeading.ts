import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

/** Some part of the page has taken the focus; effects of parts run before those of their page. */
const hasFocus = (): boolean => document.activeElement?.closest('header, main') != null;

/**
 * Names the page: sets the document's title, and starts a page that was navigated to at its top with the focus on its `h1`
 * (which needs `tabIndex={-1}` and the returned ref). A page that has put the focus itself keeps it.
 * @param screen null while its name is not known: the app's stands alone
 */
export const usePageHeading = (screen: string | null): RefObject<HTMLHeadingElement | null> => {
  const { t } = useTranslation();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = screen === null ? t('app.name') : t('app.pageTitle', { screen });
  // The first page of a visit leaves focus and scroll to the browser.
  const wasNavigatedTo = useRef(key !== 'default');

  useEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    if (wasNavigatedTo.current && !hasFocus()) window.scrollTo(0, 0);
  }, []);
  useEffect(() => {
    if (wasNavigatedTo.current && !hasFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
};
