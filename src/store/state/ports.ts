import type { UserId } from '../../contract/ids';
import type { Activity } from '../../device/activity';
import type { Vibrate } from '../../device/haptics';
import type { KeptStorage } from '../../storage/keptStorage';
import type { KeyMemory } from '../../storage/keyMemory';
import type { LocalStore } from '../../storage/localStore';
import type { SessionStorage } from '../../storage/session';
import type { UserDatabase } from '../../storage/userDatabase';
import type { RequestLock } from '../../sync/tabs/browserLock';
import type { OpenChannel } from '../../sync/tabs/tabChannel';

/** The world, as the store needs it. The product passes the browser's; tests pass what they can switch, drop and stop. */
export interface Ports {
  /** Epoch ms. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** A new uuid of version 7, greater than all before it on this device; or one that carries the given time. */
  readonly newId: (atMs?: number) => string;
  /** Names this tab in change ids: letters and digits. */
  readonly tab: string;
  readonly sessionId: string;
  readonly fetch: typeof fetch;
  readonly apiUrl: string;
  /** Another origin may refuse headers it does not know. */
  readonly isSameOrigin: boolean;
  readonly openKeyMemory: () => Promise<KeyMemory>;
  readonly xsrfToken: () => string | null;
  readonly isDiffMode: boolean;
  readonly activity: Activity;
  readonly vibrate: Vibrate;
  readonly session: SessionStorage;
  readonly openUserDatabase: (user: UserId, newId: () => string) => UserDatabase | Promise<UserDatabase>;
  /** Removes what is stored of a user on this device; rejects where it cannot. */
  readonly forgetUser: (user: UserId) => Promise<void>;
  /** Where redux-persist keeps what no sync stands on. */
  readonly openKeptStorage: () => Promise<KeptStorage>;
  readonly lock: RequestLock;
  readonly openChannel: OpenChannel;
  /** Tells the service worker that changes wait, so that it can send them when all pages are closed. */
  readonly onUnsent: (user: UserId) => void;
  /** Asks the browser, once, not to evict what is stored. */
  readonly keepStorage: () => void;
  /** What is kept on this device beside the data: what was bought, and whether it is suggested. */
  readonly local: LocalStore;
}
