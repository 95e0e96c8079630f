import { isObject } from '../contract/records';
import { SHARED_TEXT_KEY } from '../contract/storageKeys';
import { readJson, writeText } from '../device/webStorage';

/**
 * Text that another app shared with this one. It arrives in the query of `/lists` and is removed from the address at
 * once. It stays in the tab's session storage, also during a sign-in, until the person has chosen a list.
 */
interface SharedText {
  readonly text: string;
  /** Who was signed in when it came. Null until somebody is: a guest's text belongs to whoever signs in next. */
  readonly user: string | null;
}

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

const isSharedText = (value: unknown): value is SharedText => isObject(value) && typeof value.text === 'string';

/** The texts that wait. Damaged ones are left out. */
export const readStoredShares = (page: Window): readonly SharedText[] => {
  const stored = readJson(() => page.sessionStorage, SHARED_TEXT_KEY);
  return Array.isArray(stored) ? stored.filter(isSharedText) : [];
};

export const storeShares = (page: Window, shares: readonly SharedText[]): void =>
  writeText(() => page.sessionStorage, SHARED_TEXT_KEY, shares.length > 0 ? JSON.stringify(shares) : null);

/** Adds a newly shared text. The same text shared twice counts once. */
export const withShare = (waiting: readonly SharedText[], text: string, user: string | null): readonly SharedText[] => [
  ...waiting.filter((other) => other.text !== text || (other.user ?? user) !== user),
  { text, user },
];

/** The texts of one person, who has just signed in or still is. Those of others are dropped. */
export const sharesOf = (user: string, waiting: readonly SharedText[]): readonly SharedText[] =>
  waiting.flatMap((share) => (share.user === null || share.user === user ? { ...share, user } : []));

/** Removes a share from the page's address. Must be called once, before the first screen. */
export const takeShare = (page: Window): void => {
  const { pathname, search, hash } = page.location;
  if (!isShare(search)) return;
  const text = readShare(search);
  if (text !== null) storeShares(page, withShare(readStoredShares(page), text, null));
  page.history.replaceState(page.history.state, '', pathname + withoutShare(search) + hash);
};
