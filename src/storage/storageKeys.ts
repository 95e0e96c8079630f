import type { ListId, UserId } from '../contract/ids';

/** Every name under which something is kept on this device, and the version of each shape. */
export const TOKEN_KEY = 'token';
export const USER_KEY = 'user';
/** When somebody signed in or out last, ms: it tells which of local storage and the worker's copy is older. */
export const SESSION_SINCE_KEY = 'sessionSince';
export const LANGUAGE_KEY = 'language';
export const SUGGESTIONS_KEY = 'suggestions';
export const usualKey = (user: UserId): string => `usual-${user}`;

/** Raised with a migration (`migrations.ts`), never edited once released. */
export const STORED_VERSION = 1;

/** One database each, because adding a store to an open one would close it under the other tabs. */
export const baseDatabase = (user: UserId): string => `listy-base-${user}`;
export const logDatabase = (user: UserId): string => `listy-log-${user}`;
export const SESSION_DATABASE = 'listy-session';

export const lockName = (user: UserId): string => `listy-leader-${user}`;
/** Who holds it may give the list its first item. */
export const firstItemLock = (list: ListId): string => `listy-first-item-${list}`;
export const channelName = (user: UserId): string => `listy-tabs-${user}`;
