/** Every address of the app, in one place. */
export const paths = {
  root: '/',
  guest: '/guest',
  logs: '/logs',
  /** The refused changes on Logs. */
  refusals: '/logs#refused',
  /** Sets a new password. The link in a mail leads to `guest`, which passes the code on to here. */
  reset: '/reset',
  lists: '/lists',
  /** The lists with the dialog for a new list; also a shortcut of the installed app. */
  newList: '/lists?new=1',
  list: (id: string) => `/lists/${encodeURIComponent(id)}`,
  listPattern: '/lists/:id',
} as const;

/** The inverse of `paths.list`, also with a slash at the end; empty for an address that is not valid. */
export const listIdAt = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname.slice(paths.list('').length).replace(/\/+$/, ''));
  } catch {
    return '';
  }
};
