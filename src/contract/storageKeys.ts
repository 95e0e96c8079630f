import { ownName } from './basePath';
import type { ListId, UserId } from './ids';

/** Every name under which something is kept on this device. */

// Local storage: of the browser, until it is cleared.
export const TOKEN_KEY = ownName('token');
export const USER_KEY = ownName('user');
/** When somebody signed in or out last, ms: it tells which of local storage and the worker's copy is older. */
export const SESSION_SINCE_KEY = ownName('sessionSince');
export const LANGUAGE_KEY = ownName('language');
export const COLOR_SCHEME_KEY = ownName('colorScheme');
export const SUGGESTIONS_KEY = ownName('suggestions');
/** What a user bought here, for suggestions. */
export const usualKey = (user: UserId): string => ownName(`usual-${user}`);
export const ANALYTICS_KEY = ownName('analytics');
/** The time in the newest id that was made here, ms. */
export const LAST_ID_KEY = ownName('lastIdMs');
/** When the browser was asked not to evict what is stored, ms. */
export const STORAGE_ASKED_KEY = ownName('storageAskedAt');
/** The app was open here before; in session storage too, for this tab's first visit. */
export const VISITED_KEY = ownName('visited');
export const INSTALL_DISMISSED_KEY = ownName('installDismissedAt');
/** The newest refusal that was looked at on Logs, ms. */
export const REFUSALS_SEEN_KEY = ownName('refusalsSeen');
/** Lists whose bought items are folded away. */
export const FOLDED_LISTS_KEY = ownName('foldedLists');

// Session storage: of the tab, until it is closed.
export const SESSION_ID_KEY = ownName('sessionId');
/** When the page was loaded anew for a part that could not be fetched, ms. */
export const RELOADED_AT_KEY = ownName('healedAt');
export const INVITATION_KEY = ownName('invitation');
export const SHARED_TEXT_KEY = ownName('sharedText');

/** All that is stored of a user. */
export const userDatabaseName = (user: UserId): string => ownName(`listy-user-${user}`);
/** Log lines and records of rounds, one key for each user. */
export const KEPT_DATABASE = ownName('listy-kept');
export const SESSION_DATABASE = ownName('listy-session');
/** What the build before this one was made of, for tabs that still run it. */
export const PREVIOUS_CACHE = ownName('listy-previous-build');
/** The worker's mark that changes wait. */
export const UNSENT_QUEUE = ownName('listy-unsent');

export const lockName = (user: UserId): string => ownName(`listy-leader-${user}`);
/** Who holds it may give the list its first item. */
export const firstItemLock = (list: ListId): string => ownName(`listy-first-item-${list}`);
export const channelName = (user: UserId): string => ownName(`listy-tabs-${user}`);
