import { ownName } from './basePath';
import type { ListId, UserId } from './ids';

/** All names of stored data, locks and channels in this browser. */

// Local storage: shared by all tabs.
export const TOKEN_KEY = ownName('token');
export const USER_KEY = ownName('user');
/** When somebody last signed in or out, in epoch ms. It shows whether local storage or the worker's copy is newer. */
export const SESSION_SINCE_KEY = ownName('sessionSince');
export const LANGUAGE_KEY = ownName('language');
export const COLOR_SCHEME_KEY = ownName('colorScheme');
export const SUGGESTIONS_KEY = ownName('suggestions');
/** The items that a user bought on this device, for suggestions. */
export const usualKey = (user: UserId): string => ownName(`usual-${user}`);
export const ANALYTICS_KEY = ownName('analytics');
/** The time of the newest id created on this device, in epoch ms. */
export const LAST_ID_KEY = ownName('lastIdMs');
/** When the browser was last asked not to delete stored data, in epoch ms. */
export const STORAGE_ASKED_KEY = ownName('storageAskedAt');
/** The app was open here before; in session storage too, for this tab's first visit. */
export const VISITED_KEY = ownName('visited');
export const INSTALL_DISMISSED_KEY = ownName('installDismissedAt');
/** The time of the newest refusal that the person has seen on Logs, in epoch ms. */
export const REFUSALS_SEEN_KEY = ownName('refusalsSeen');
/** Lists whose bought items are collapsed. */
export const FOLDED_LISTS_KEY = ownName('foldedLists');

// Session storage: one per tab, until the tab is closed.
export const SESSION_ID_KEY = ownName('sessionId');
/** When the page was last reloaded because a chunk could not be loaded, in epoch ms. */
export const RELOADED_AT_KEY = ownName('healedAt');
export const INVITATION_KEY = ownName('invitation');
export const SHARED_TEXT_KEY = ownName('sharedText');

/** A user's base, log and in-flight writes. */
export const userDatabaseName = (user: UserId): string => ownName(`listy-user-${user}`);
/** Log lines and sync operations, one key per user. */
export const KEPT_DATABASE = ownName('listy-kept');
export const SESSION_DATABASE = ownName('listy-session');
/** The chunks of the previous build, for pages that still run it. */
export const PREVIOUS_CACHE = ownName('listy-previous-build');
/** The worker's queue of markers, one per user with unsent changes. */
export const UNSENT_QUEUE = ownName('listy-unsent');

export const lockName = (user: UserId): string => ownName(`listy-leader-${user}`);
/** The lock of the tab that may add the first item to an empty list. */
export const firstItemLock = (list: ListId): string => ownName(`listy-first-item-${list}`);
export const channelName = (user: UserId): string => ownName(`listy-tabs-${user}`);
