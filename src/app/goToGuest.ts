import { hrefOf, pathBelow } from '../contract/basePath';
import { paths } from '../features/paths';
import { returnState } from '../features/session/returnPath';

/**
 * Replaces a guest's address by the sign-in's, before the router starts. The page was rendered as the sign-in, so
 * another screen must not be drawn first. The history entry has the form that the router itself would write.
 */
export const goToGuest = (page: Window): void => {
  const pathname = pathBelow(page.location.pathname);
  if (pathname === paths.guest) return;
  page.history.replaceState({ usr: returnState({ pathname }) }, '', hrefOf(paths.guest));
};
