import { resetCodeIn } from '../contract/resetLink';
import { paths } from '../features/paths';

export type FirstScreen = 'guest' | 'reset' | 'logs' | 'lists' | 'list';

/**
 * The screen of an address, judged before the app has started.
 * @param pathname below the path of the app
 */
export const firstScreenOf = (pathname: string, hash: string, isSignedIn: boolean): FirstScreen => {
  if (pathname === paths.logs) return 'logs';
  if (pathname === paths.reset || (pathname === paths.guest && resetCodeIn(hash) !== null)) return 'reset';
  if (!isSignedIn) return 'guest';
  return pathname.startsWith(`${paths.lists}/`) ? 'list' : 'lists';
};
