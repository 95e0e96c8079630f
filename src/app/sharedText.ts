import { SHARED_TEXT_KEY } from '../contract/storageKeys';
import { readTabValue, writeTabValue } from './tabStorage';

/**
 * Text that another app shared with this one. It arrives in the query of `/lists` and is removed from the address at
 * once. It stays in the tab's session storage, also during a sign-in, until the person has chosen a list.
 */
const PARAMS = ['share_title', 'share_text', 'share_url'] as const;

/**
 * Title, text and address on separate lines; null when nothing was shared. A part that an earlier part contains is left
 * out.
 */
export const readShare = (search: string): string | null => {
  const params = new URLSearchParams(search);
  const parts = PARAMS.map((name) => params.get(name)?.trim() ?? '').filter((part) => part !== '');
  const distinct = parts.filter((part, index) => !parts.some((other, place) => place < index && other.includes(part)));
  return distinct.length > 0 ? distinct.join('\n') : null;
};

/** Whether an address has share parameters, even empty ones. */
export const isShare = (search: string): boolean => {
  const params = new URLSearchParams(search);
  return PARAMS.some((name) => params.has(name));
};

/** The query without the share parameters. */
export const withoutShare = (search: string): string => {
  const params = new URLSearchParams(search);
  for (const name of PARAMS) params.delete(name);
  const remaining = params.toString();
  return remaining === '' ? '' : `?${remaining}`;
};

export const readStoredShare = (page: Window): string | null => readTabValue(page, SHARED_TEXT_KEY);

/** @param text null when it was added to a list or declined */
export const storeShare = (page: Window, text: string | null): void => writeTabValue(page, SHARED_TEXT_KEY, text);

/** Joins a newly shared text with the one that waits. The same text shared twice counts once. */
export const joinShares = (waiting: string | null, next: string): string =>
  waiting === null || waiting === next ? next : `${waiting}\n${next}`;

/** Removes a share from the page's address. Must be called once, before the first screen. */
export const takeShare = (page: Window): void => {
  const { pathname, search, hash } = page.location;
  if (!isShare(search)) return;
  const text = readShare(search);
  if (text !== null) storeShare(page, joinShares(readStoredShare(page), text));
  page.history.replaceState(page.history.state, '', pathname + withoutShare(search) + hash);
};
