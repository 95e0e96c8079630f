import type { ErrorId } from '../../store/state/errorsSlice';
import type { GuestTrouble, GuestWish } from '../../store/state/sessionSlice';
import type { StatusTone } from '../../ui/StatusLine';

/** The inputs of the status line. */
export interface SyncFacts {
  /** Nobody is signed in. */
  readonly isGuest: boolean;
  readonly isOnline: boolean;
  /**
   * The storage of this device. Failing: full or broken. Closed: the browser gives us none, so changes are only in
   * memory and on the server.
   */
  readonly storage: 'well' | 'failing' | 'closed';
  readonly firstError: ErrorId | null;
  /** The number of rows with unsent changes. */
  readonly unsent: number;
  /** They have been unsent for longer than usual. */
  readonly isWaiting: boolean;
  /** Refused changes that the person has not seen yet. */
  readonly refused: number;
  /** What a guest tries to do, and why it failed the last time. */
  readonly guestWish: GuestWish;
  readonly guestTrouble: GuestTrouble | null;
  readonly hasPulled: boolean;
  /** A sync round has been running for longer than usual. */
  readonly isSlow: boolean;
}

type StatusKey =
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

interface Status {
  readonly tone: StatusTone;
  /** Null shows no text. */
  readonly key: StatusKey | null;
  /** The line opens the popover with details. */
  readonly isError: boolean;
}

const quiet = (key: StatusKey | null): Status => ({ tone: 'quiet', key, isError: false });

/** A guest has nothing to save or send. The line only says why signing in cannot work. */
const ofGuest = ({ isOnline, guestWish, guestTrouble }: SyncFacts): Status => {
  if (!isOnline) {
    const key = guestWish === 'registration' ? 'guest.signUpOffline' : 'guest.offline';
    return { tone: 'offline', key, isError: false };
  }
  return guestTrouble ? { tone: 'error', key: `guest.${guestTrouble}`, isError: false } : quiet(null);
};

/** Without storage a change is safe once the server has it. Until then it is lost when the page closes. */
const withoutDisk = ({ isOnline, unsent, hasPulled, isSlow }: SyncFacts): Status => {
  if (!isOnline) return { tone: 'offline', key: 'storage.keepOpen', isError: true };
  if (isSlow) return { ...quiet('sync.syncing'), isError: true };
  if (unsent > 0) return { ...quiet('sync.waiting'), isError: true };
  return { ...quiet(hasPulled ? 'storage.notKept' : null), isError: hasPulled };
};

/** The most important fact wins: storage first, then the network, then the server. */
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
