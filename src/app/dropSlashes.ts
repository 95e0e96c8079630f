/**
 * Leaves one slash at the start of the path. With two, the path alone would be the address of another host to the history
 * and to the router.
 */
export const dropSlashes = ({ location, history }: Pick<Window, 'location' | 'history'>): void => {
  const { origin, pathname, search, hash } = location;
  if (pathname.startsWith('//')) history.replaceState(null, '', origin + pathname.replace(/^\/+/, '/') + search + hash);
};
