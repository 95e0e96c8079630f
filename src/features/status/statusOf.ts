import type { ErrorId } from '../../store/state/errorsSlice';
import type { GuestTrouble } from '../../store/state/sessionSlice';
import type { StatusTone } from '../../ui/StatusLine';

/** What the status line knows. */
export interface SyncFacts {
  /** Nobody is signed in, so there is nothing that could be saved or sent. */
  readonly isGuest: boolean;
  readonly isOnline: boolean;
  /** This device's own disk: full or broken, or closed to us, when the page's memory and the server are all there is. */
  readonly storage: 'well' | 'failing' | 'closed';
  readonly firstError: ErrorId | null;
  /** Rows that wait to reach the server. */
  readonly unsent: number;
  /** They have been waiting for so long that it is worth a word. */
  readonly isWaiting: boolean;
  /** Changes that the server will never take, and that nobody has looked at yet. */
  readonly refused: number;
  /** What a guest tries to do, and why it did not work the last time. */
  readonly guestWish: 'signIn' | 'signUp';
  readonly guestTrouble: GuestTrouble | null;
  readonly hasPulled: boolean;
  /** A round has been running for so long that it is worth a word. */
  readonly isSlow: boolean;
}

export type StatusKey =
  | 'guest.offline'
  | 'guest.signUpOffline'
  | 'guest.unreachable'
  | 'guest.tooMany'
  | 'sync.refused'
  | 'sync.saved'
  | 'sync.syncing'
  | 'sync.offline'
  | 'sync.pending'
  | 'sync.waiting'
  | 'sync.error'
  | 'storage.unsaved'
  | 'storage.keepOpen'
  | 'storage.notKept';

export interface Status {
  readonly tone: StatusTone;
  /** Null says nothing: nothing is known yet. */
  readonly key: StatusKey | null;
  /** The popover has more to say. */
  readonly isError: boolean;
}

const quiet = (key: StatusKey | null): Status => ({ tone: 'quiet', key, isError: false });

/** A guest has nothing that could be saved or sent: the line says only why nobody can sign in. */
const ofGuest = ({ isOnline, guestWish, guestTrouble }: SyncFacts): Status => {
  if (!isOnline) {
    const key = guestWish === 'signUp' ? 'guest.signUpOffline' : 'guest.offline';
    return { tone: 'offline', key, isError: false };
  }
  return guestTrouble ? { tone: 'error', key: `guest.${guestTrouble}`, isError: false } : quiet(null);
};

/** Without a disk a change is safe once the server has it, and until then as long as the page lives. */
const withoutDisk = ({ isOnline, unsent, hasPulled, isSlow }: SyncFacts): Status => {
  if (!isOnline) return { tone: 'offline', key: 'storage.keepOpen', isError: true };
  if (isSlow) return { ...quiet('sync.syncing'), isError: true };
  if (unsent > 0) return { ...quiet('sync.waiting'), isError: true };
  return { ...quiet(hasPulled ? 'storage.notKept' : null), isError: hasPulled };
};

/** What matters most comes first: what is not even on this device, then the network, then the server. */
export const statusOf = (facts: SyncFacts): Status => {
  const { isGuest, isOnline, storage, firstError, unsent, isWaiting, refused, hasPulled, isSlow } = facts;
  if (isGuest) return ofGuest(facts);
  if (storage === 'failing') return { tone: 'error', key: 'storage.unsaved', isError: true };
  if (storage === 'closed') return withoutDisk(facts);
  if (!isOnline) return { tone: 'offline', key: unsent > 0 ? 'sync.pending' : 'sync.offline', isError: false };
  if (firstError !== null && firstError !== 'noConnectionError')
    return { tone: 'error', key: 'sync.error', isError: true };
  if (refused > 0) return { tone: 'error', key: 'sync.refused', isError: false };
  if (isSlow) return quiet('sync.syncing');
  if (isWaiting) return quiet('sync.waiting');
  return quiet(hasPulled ? 'sync.saved' : null);
};
