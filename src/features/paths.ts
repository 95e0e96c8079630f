/** Every address of the app, in one place. */
export const paths = {
  root: '/',
  guest: '/guest',
  logs: '/logs',
  lists: '/lists',
  /** The overview with the dialog for a new list open; also a shortcut of the installed app. */
  newList: '/lists?new=1',
  list: (id: string) => `/lists/${id}`,
  listPattern: '/lists/:id',
} as const;
