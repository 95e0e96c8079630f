import { hrefOf, pathBelow } from '../contract/basePath';
import { paths } from '../features/paths';
import { comeFrom } from '../features/session/cameFrom';

/**
 * Puts the address of the sign-in in the place of the one that a guest came to, before there is a router: the page that was rendered is
 * the sign-in's, and going there by way of another screen would draw that first. The entry is one that the router itself could have left.
 */
export const goToGuest = (page: Window): void => {
  const pathname = pathBelow(page.location.pathname);
  if (pathname === paths.guest) return;
  page.history.replaceState({ usr: comeFrom({ pathname }) }, '', hrefOf(paths.guest));
};
