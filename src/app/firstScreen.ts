import { paths } from '../features/paths';

export type FirstScreen = 'guest' | 'logs' | 'lists' | 'list';

/** The screen an address leads to, as far as is known before anything else is. */
export const firstScreenOf = (pathname: string, isSignedIn: boolean): FirstScreen => {
  if (pathname === paths.logs) return 'logs';
  if (!isSignedIn) return 'guest';
  return pathname.startsWith(`${paths.lists}/`) ? 'list' : 'lists';
};
