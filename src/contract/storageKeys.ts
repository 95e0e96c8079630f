import { scopedName } from './basePath';
import type { UserId } from './ids';

/** All names of stored data, locks and channels in this browser. */

// Local storage: shared by all tabs.
export const TOKEN_KEY = scopedName('token');
export const USER_KEY = scopedName('user');
/** When somebody last signed in or out, in epoch ms. It shows whether local storage or the worker's copy is newer. */
export const SESSION_SINCE_KEY = scopedName('sessionSince');
export const LANGUAGE_KEY = scopedName('language');
export const COLOR_SCHEME_KEY = scopedName('colorScheme');
export const SUGGESTIONS_KEY = scopedName('suggestions');
/** The items that a user bought on this device, for suggestions. */
export const usualKey = (user: UserId): string => scopedName(`usual-${user}`);
/** The lists as they were seen last, for the next start. */
export const seenListsKey = (user: UserId): string => scopedName(`seenLists-${user}`);
export const ANALYTICS_KEY = scopedName('analytics');
/** The time of the newest id created on this device, in epoch ms. */
export const LAST_ID_KEY = scopedName('lastIdMs');
/** When the browser was last asked not to delete stored data, in epoch ms. */
export const STORAGE_ASKED_KEY = scopedName('storageAskedAt');
/** The app was open here before; in session storage too, for this tab's first visit. */
export const VISITED_KEY = scopedName('visited');
export const INSTALL_DISMISSED_KEY = scopedName('installDismissedAt');
/** The ids of the refusals that were seen on Logs. Earlier releases stored the time of the newest one. */
export const REFUSALS_SEEN_KEY = scopedName('refusalsSeen');
/** Lists whose bought items are collapsed. */
export const COLLAPSED_LISTS_KEY = scopedName('collapsedLists');

// Session storage: one per tab, until the tab is closed.
/** When the page was last reloaded because a chunk could not be loaded, in epoch ms. */
export const RELOADED_AT_KEY = scopedName('healedAt');
export const INVITATION_KEY = scopedName('invitation');
/** The row at which the open list stood when the page was hidden. */
export const LIST_PLACE_KEY = scopedName('listPlace');
export const SHARED_TEXT_KEY = scopedName('sharedText');
/** What the page before could not store, and whose it is. */
export const HANDED_OVER_KEY = scopedName('handedOver');

/** A user's base, log and in-flight writes. */
export const userDatabaseName = (user: UserId): string => scopedName(`listy-user-${user}`);
/** Log lines, sync operations and what the provider offers, one key per user. */
export const KEPT_DATABASE = scopedName('listy-kept');
export const SESSION_DATABASE = scopedName('listy-session');
/** The chunks of the previous build, for pages that still run it. */
export const PREVIOUS_CACHE = scopedName('listy-previous-build');
/** The worker's queue of markers, one per user with unsent changes. */
export const UNSENT_QUEUE = scopedName('listy-unsent');

export const lockName = (user: UserId): string => scopedName(`listy-leader-${user}`);
export const channelName = (user: UserId): string => scopedName(`listy-tabs-${user}`);
