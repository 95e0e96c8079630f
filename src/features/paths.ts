/** Every address of the app, in one place. */
export const paths = {
  root: '/',
  guest: '/guest',
  logs: '/logs',
  /** Where the link of a mail leads; its code stands behind a `#`. */
  reset: '/reset',
  lists: '/lists',
  /** The overview with the dialog for a new list open; also a shortcut of the installed app. */
  newList: '/lists?new=1',
  list: (id: string) => `/lists/${encodeURIComponent(id)}`,
  listPattern: '/lists/:id',
} as const;

/** The id of the list at this address, as it was given to `paths.list`; empty where no list can have it. */
export const listIdAt = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname.slice(paths.list('').length));
  } catch {
    return '';
  }
};
