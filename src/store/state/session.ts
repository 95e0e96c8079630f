import type { UserId } from '../../contract/ids';
import type { User } from '../../contract/user';
import type { Journal } from '../../storage/journal';
import type { LogRecord } from '../../storage/logRecords';
import type { TabMessage } from '../../sync/tabs/tabChannel';
import type { logged } from './logsSlice';

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
  /** Begins to write what an event changed; resolves when it is on disk or was reported as failed. */
  write: Journal['write'];
  /** Tells the other tabs and the worker. */
  tell(message: TabMessage): void;
  /** Where messages go. Anything that is not one of ours is ignored. */
  listen(onMessage: (message: TabMessage) => void): void;
  /**
   * Reads what other tabs and the worker wrote, under what this tab alone still holds. Who leads sends what is there, whether or
   * not its author lived to tell, and nothing that is not there any more.
   */
  catchUp(): Promise<void>;
  /** Whether this tab knows what is stored: the last reading succeeded, or it has no disk. Nothing is sent without. */
  isRead(): boolean;
  /** Whether this tab goes without a disk, because it could not open it. */
  readonly hasNoDisk: boolean;
  /** Whether any change that is to be sent is nowhere but in this tab's memory. */
  hasUnwritten(): boolean;
  /** Whether the disk refused such a change, or an in-flight write: nobody else can send it. */
  isAlone(): boolean;
  /** Only the leader writes base. Resolves when nothing it wrote is on its way any more. */
  writeBase(mode: 'on' | 'off'): Promise<void>;
  /** From the begin of its lead until nothing of it runs any more. */
  writesBase(): boolean;
  /** Resolves with what no disk took. */
  close(): Promise<readonly LogRecord[]>;
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
