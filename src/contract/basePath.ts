/** Replaced by a constant in the build; undefined without a build, as in tests. */
declare const BUILT_BASE_PATH: string | undefined;

/** The path of the app and its API, with a slash at both ends: `/`, or `/listy/` on an origin with other programs. */
export const BASE_PATH: string = typeof BUILT_BASE_PATH === 'string' ? BUILT_BASE_PATH : '/';

/** Turns a path of the browser into a path of the app, without the base path. */
export const pathBelow = (pathname: string, base = BASE_PATH): string =>
  pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname;

/** Turns a path of the app into a path of the browser, for links outside the router. */
export const hrefOf = (path: string, base = BASE_PATH): string => base + path.slice(1);

/**
 * A name for the browser's storage, with the base path in it. All programs on an origin share one storage, and a second
 * Listy there would use the same names. At the root, names are as specified.
 */
export const scopedName = (name: string, base = BASE_PATH): string => (base === '/' ? name : `${base} ${name}`);
