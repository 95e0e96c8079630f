import type { UserId } from '../../contract/ids';
import type { Activity } from '../../device/activity';
import type { Vibrate } from '../../device/haptics';
import type { KeptStorage } from '../../storage/keptStorage';
import type { LocalStore } from '../../storage/localStore';
import type { LogRecord } from '../../storage/logRecords';
import type { ProviderMemory } from '../../storage/providerMemory';
import type { SessionStorage } from '../../storage/session';
import type { UserDatabase } from '../../storage/userDatabase';
import type { RequestLock } from '../../sync/tabs/browserLock';
import type { OpenChannel } from '../../sync/tabs/tabChannel';

/**
 * What the store needs from outside. The product passes the browser's APIs; tests pass replacements that they control.
 */
export interface Ports {
  /** Epoch ms. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** A new version 7 uuid, greater than all earlier ones on this device, or one that contains the given time. */
  readonly newId: (atMs?: number) => string;
  /** The name of this tab in change ids: letters and digits. */
  readonly tab: string;
  readonly sessionId: string;
  readonly fetch: typeof fetch;
  readonly apiUrl: string;
  /** Another origin may refuse unknown headers. */
  readonly isSameOrigin: boolean;
  readonly openProviderMemory: () => Promise<ProviderMemory>;
  readonly xsrfToken: () => string | null;
  readonly isDiffMode: boolean;
  readonly activity: Activity;
  readonly vibrate: Vibrate;
  readonly session: SessionStorage;
  readonly openUserDatabase: (user: UserId, newId: () => string) => UserDatabase | Promise<UserDatabase>;
  /** Deletes a user's data on this device. Rejects if it cannot. */
  readonly forgetUser: (user: UserId) => Promise<void>;
  /** The storage of redux-persist, for data that the sync does not depend on. */
  readonly openKeptStorage: () => Promise<KeptStorage>;
  readonly lock: RequestLock;
  /** The browser has no locks, so several tabs may lead at once. */
  readonly hasNoLocks?: boolean;
  readonly openChannel: OpenChannel;
  /** Tells the service worker about unsent changes, so that it can send them when all pages are closed. */
  readonly onUnsent: (user: UserId) => void;
  /** What the page before in this tab could not store. It is given once. */
  readonly takeUnsaved: (user: UserId) => Promise<readonly LogRecord[]>;
  /** Asks the browser, once, to never delete the stored data by itself. */
  readonly keepStorage: () => void;
  /** Stored on this device beside the data: bought items, the setting of suggestions, the lists as last seen. */
  readonly local: LocalStore;
}
