import type { Location } from 'react-router';
import { paths } from '../paths';

/** Where one was when the session ended, for the way back after the next sign-in; kept in the history beside the sign-in. */
export const comeFrom = ({ pathname }: Pick<Location, 'pathname'>): { readonly from: string } => ({ from: pathname });

/** The screen to go on with; Lists where none is known. */
export const cameFrom = (state: unknown): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith(`${paths.lists}/`) ? from : paths.lists;
};
