import { ownName } from '../contract/basePath';
import type { ListId, UserId } from '../contract/ids';

/** Every name under which something is kept on this device. */
export const TOKEN_KEY = ownName('token');
export const USER_KEY = ownName('user');
/** When somebody signed in or out last, ms: it tells which of local storage and the worker's copy is older. */
export const SESSION_SINCE_KEY = ownName('sessionSince');
export const LANGUAGE_KEY = ownName('language');
export const SUGGESTIONS_KEY = ownName('suggestions');
export const usualKey = (user: UserId): string => ownName(`usual-${user}`);

/** All that is stored of a user. */
export const userDatabaseName = (user: UserId): string => ownName(`listy-user-${user}`);
/** Log lines and records of rounds, one key for each user. */
export const KEPT_DATABASE = ownName('listy-kept');
export const SESSION_DATABASE = ownName('listy-session');

export const lockName = (user: UserId): string => ownName(`listy-leader-${user}`);
/** Who holds it may give the list its first item. */
export const firstItemLock = (list: ListId): string => ownName(`listy-first-item-${list}`);
export const channelName = (user: UserId): string => ownName(`listy-tabs-${user}`);
