import type { UserId } from '../contract/ids';
import type { User } from '../contract/user';
import type { Journal, Unwritten } from '../storage/journal';
import type { SyncEvent } from '../sync/syncEvents';
import type { SyncState } from '../sync/syncState';
import type { logged } from './logsSlice';
import type { TabTalk } from './tabTalk';

/** The session of who is signed in, as thunks, listeners and rounds know it. */

export interface RoundRequest {
  readonly force?: boolean;
  readonly restart?: boolean;
}

export interface SessionEvents {
  readonly onSignedOut: (token: string | null) => void;
}

/** One user's data while they are open: the disk behind the store, and the other tabs beside it. */
export interface UserData {
  readonly userId: UserId;
  readonly journal: Pick<Journal, 'flushed' | 'isStuck'>;
  /** Begins the writes of an event; resolves when they are done or were reported as failed. */
  write: Journal['write'];
  readonly tell: TabTalk['tell'];
  readonly listen: TabTalk['listen'];
  /**
   * Reads what other tabs and the worker left on disk, under what this tab alone still holds. Who leads sends what is there,
   * whether or not its author lived to tell, and nothing that is not there any more.
   */
  reload(): Promise<void>;
  /** Whether this tab knows what is stored: the last reading succeeded, or it has no disk. Nothing is sent without. */
  isRead(): boolean;
  /** Whether this tab goes without a disk, because it could not open it. */
  readonly hasNoDisk: boolean;
  /** Whether any change that is to be sent is nowhere but in this tab's memory. */
  hasUnwritten(): boolean;
  /** Whether this tab knows of such a change, or of an unanswered write that no disk has: nobody else can send it. */
  isAlone(): boolean;
  /** Hears what another tab led to. */
  heard(before: SyncState, after: SyncState, event: SyncEvent): void;
  /** Only the leader writes base. Resolves when nothing it wrote is on its way any more. */
  writeBase(mode: 'on' | 'off'): Promise<void>;
  /** From the begin of its lead until nothing of it runs any more. */
  writesBase(): boolean;
  /** Resolves with what no disk took. */
  close(): Promise<Unwritten>;
}

/** The session of whoever is signed in: opened and closed in turn, one user at a time. */
export interface OpenSession {
  /** Logs from where no store is at hand. */
  log(line: ReturnType<typeof logged>): void;
  data(): UserData | null;
  /**
   * Opens a user's data; the one opened before is closed first.
   * @returns whether they are still wanted open: a close or another open may have been asked for meanwhile
   */
  open(user: User, events: SessionEvents): Promise<boolean>;
  /** @param token for what is still to be sent, where the stored one goes at once */
  close(token?: string | null): Promise<void>;
  sync(request: RoundRequest): Promise<void>;
  /** A screen that wants live data takes a hold and gives it back; the connection stays for the handover between two screens. */
  holdStream(): () => void;
  setVisible(isVisible: boolean): void;
}
