import type { Location } from 'react-router';
import { paths } from '../paths';

/** The history state that remembers the current page for the next sign-in. */
export const returnState = ({ pathname }: Pick<Location, 'pathname'>): { readonly from: string } => ({
  from: pathname,
});

/** The remembered page; Lists where none is known. */
export const returnPath = (state: unknown): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith(`${paths.lists}/`) ? from : paths.lists;
};
