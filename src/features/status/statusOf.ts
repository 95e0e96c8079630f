import type { ErrorId } from '../../store/errorsSlice';
import type { StatusTone } from '../../ui/StatusLine';

/** What the status line knows. */
export interface SyncFacts {
  readonly isOnline: boolean;
  readonly firstError: ErrorId | null;
  /** Rows that wait to reach the server. */
  readonly unsent: number;
  readonly hasPulled: boolean;
  /** A round has been running for so long that it is worth a word. */
  readonly isSlow: boolean;
}

export type StatusKey =
  | 'sync.saved'
  | 'sync.syncing'
  | 'sync.offline'
  | 'sync.pending'
  | 'sync.waiting'
  | 'sync.error'
  | 'storage.unsaved';

export interface Status {
  readonly tone: StatusTone;
  /** Null says nothing: nothing is known yet. */
  readonly key: StatusKey | null;
  /** The popover has more to say. */
  readonly isError: boolean;
}

const quiet = (key: StatusKey | null): Status => ({ tone: 'quiet', key, isError: false });

/** What matters most comes first: what is not even on this device, then the network, then the server. */
export const statusOf = ({ isOnline, firstError, unsent, hasPulled, isSlow }: SyncFacts): Status => {
  if (firstError === 'storageError') return { tone: 'error', key: 'storage.unsaved', isError: true };
  if (!isOnline) return { tone: 'offline', key: unsent > 0 ? 'sync.pending' : 'sync.offline', isError: false };
  if (firstError !== null && firstError !== 'noConnectionError')
    return { tone: 'error', key: 'sync.error', isError: true };
  if (isSlow) return quiet('sync.syncing');
  if (unsent > 0) return quiet('sync.waiting');
  return quiet(hasPulled ? 'sync.saved' : null);
};
