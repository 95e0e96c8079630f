import type { UserId } from '../../contract/ids';
import type { User } from '../../contract/user';
import type { Journal } from '../../storage/journal';
import type { LogRecord } from '../../storage/logRecords';
import type { RowPlace } from '../../sync/model/syncState';
import type { TabMessage } from '../../sync/tabs/tabChannel';
import type { logged } from './logsSlice';

/** The session of the signed-in user, for thunks, listeners and rounds. */

export interface RoundRequest {
  /** Reads everything, also before the time that the server named. */
  readonly force?: boolean;
  /** The person or the network is back: also before that time, and a running round without answers is cancelled. */
  readonly restart?: boolean;
}

/** Called with the token that the server refused. */
export type OnSignedOut = (token: string | null) => void;

/** One user's open data: the connection of the store with the disk and the other tabs. */
export interface UserData {
  readonly userId: UserId;
  readonly journal: Pick<Journal, 'dirty' | 'write' | 'flushed' | 'isSilent'>;
  /** Sends a message to the other tabs and the worker. */
  tell(message: TabMessage): void;
  /** Sets the receiver of messages. Messages of another form are ignored. */
  listen(onMessage: (message: TabMessage) => void): void;
  /**
   * Reads what other tabs and the worker have stored, and keeps this tab's unsaved changes on top. So the leading tab
   * sends all stored changes, even of a tab that was killed, and no change that is stored no more.
   */
  catchUp(): Promise<void>;
  /**
   * Whether this tab knows the stored data: the last read succeeded, or there is no disk. Otherwise it sends nothing.
   */
  isRead(): boolean;
  /** Whether this tab works without a disk, because it could not open it. */
  readonly hasNoDisk: boolean;
  /** Whether the disk refused a change that must be sent, or an in-flight write. Then no other tab can send it. */
  hasUnstoredToSend(): boolean;
  /** Sets whether this tab writes base; only the leader does. Resolves when its writes have ended. */
  setBaseWriter(mode: 'on' | 'off'): Promise<void>;
  /** True from the begin of the lead until nothing of it runs any more. */
  writesBase(): boolean;
  /** Drops the superseded changes of rows that have many changes. */
  compact(rows: readonly RowPlace[]): void;
  /** Closes the data. Resolves with the changes that no disk could store. */
  close(): Promise<readonly LogRecord[]>;
}

/** The session of the signed-in user. One user at a time is opened and closed. */
export interface OpenSession {
  /** Writes a log line, for code without access to the store. */
  log(line: ReturnType<typeof logged>): void;
  data(): UserData | null;
  /**
   * Opens a user's data. Closes the user who was open before.
   * @returns false if a close or another open was called meanwhile
   */
  open(user: User, onSignedOut: OnSignedOut): Promise<boolean>;
  /** @param token for the last requests, because the stored token is cleared at once */
  close(token?: string | null): Promise<void>;
  sync(request: RoundRequest): Promise<void>;
  /** The screen with live data has appeared. Returns what to call when it goes away. */
  holdStream(): () => void;
  setVisible(isVisible: boolean): void;
}
