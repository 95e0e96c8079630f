import { SHARED_TEXT_KEY } from '../contract/storageKeys';
import { keep, kept } from './tabMemory';

/**
 * Text that another app shared with this one. It arrives in the query of `/lists`, where it must not stay: it leaves the address
 * at once and waits in the tab's own storage, through a sign-in if need be, until someone has said where it belongs.
 */
const PARAMS = ['share_title', 'share_text', 'share_url'] as const;

/** Title, text and address on lines of their own; null when nothing was shared. An address that the text holds is not told twice. */
export const readShare = (search: string): string | null => {
  const params = new URLSearchParams(search);
  const parts = PARAMS.map((name) => params.get(name)?.trim() ?? '').filter((part) => part !== '');
  const told = parts.filter((part, index) => !parts.some((other, place) => place < index && other.includes(part)));
  return told.length > 0 ? told.join('\n') : null;
};

/** Whether an address carries a share, be it an empty one. */
export const isShare = (search: string): boolean => {
  const params = new URLSearchParams(search);
  return PARAMS.some((name) => params.has(name));
};

/** The same query without what was shared. */
export const withoutShare = (search: string): string => {
  const params = new URLSearchParams(search);
  for (const name of PARAMS) params.delete(name);
  const left = params.toString();
  return left === '' ? '' : `?${left}`;
};

export const keptShare = (page: Window): string | null => kept(page, SHARED_TEXT_KEY);

/** @param text null: it has found its place, or is not wanted */
export const keepShare = (page: Window, text: string | null): void => keep(page, SHARED_TEXT_KEY, text);

/** One text of both: what is shared while another text waits for its list goes there with it. Shared again, it is the same. */
export const joinShares = (waiting: string | null, next: string): string =>
  waiting === null || waiting === next ? next : `${waiting}\n${next}`;

/** Takes a share out of the page's address before anything else can see it there. Called once, before the first screen. */
export const takeShare = (page: Window): void => {
  const { pathname, search, hash } = page.location;
  if (!isShare(search)) return;
  const text = readShare(search);
  if (text !== null) keepShare(page, joinShares(keptShare(page), text));
  page.history.replaceState(page.history.state, '', pathname + withoutShare(search) + hash);
};
