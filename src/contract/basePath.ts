/** What the build puts in its place; absent where there is no build, as in tests. */
declare const BUILT_BASE_PATH: string | undefined;

/** The path below which the app and its API lie, with a slash at both ends: `/`, or `/listy/` on an origin that it shares. */
export const BASE_PATH: string = typeof BUILT_BASE_PATH === 'string' ? BUILT_BASE_PATH : '/';

/** An address of the browser as the app's own addresses are written: without the path below which all of it lies. */
export const pathBelow = (pathname: string, base = BASE_PATH): string =>
  pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname;

/** One of the app's own addresses as the browser needs it, for links that the router does not write. */
export const hrefOf = (path: string, base = BASE_PATH): string => base + path.slice(1);

/**
 * A name that is kept in the browser. Storage belongs to the origin, so below a path each name says whose it is: another program there may use
 * the same one, and a second Listy would. At the root names are as specified.
 */
export const ownName = (name: string, base = BASE_PATH): string => (base === '/' ? name : `${base} ${name}`);
