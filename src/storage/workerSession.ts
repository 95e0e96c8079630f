import { asUserId, type UserId } from '../contract/ids';
import { isObject } from '../contract/records';
import { openRecordStore } from './recordDriver';
import { SESSION_DATABASE } from './storageKeys';

/** The session as the service worker reads it: it has no local storage, and no build-time settings of its own. */
export interface WorkerSession extends WorkerSettings {
  readonly token: string;
  readonly userId: UserId;
}

export interface WorkerSettings {
  readonly apiUrl: string;
  readonly isSameOrigin: boolean;
  readonly isDiffMode: boolean;
}

/** The copy, where the worker can read it and pages write it. */
export interface SessionCopy {
  /** Null when nobody is signed in, also where the copy could not be cleared, or what is stored is not a session. */
  read(): Promise<WorkerSession | null>;
  /** Of a new sign-in. Other tokens stay ended: not only that of just before may be what local storage brings back. */
  begin(session: WorkerSession): Promise<void>;
  /** Of a session that goes on: that its token was cleared, if it was, is still to be found out. */
  save(session: WorkerSession): Promise<void>;
  clear(): Promise<void>;
  /** Clears the copy and remembers whose token was cleared: local storage may bring it back (`session.ts`). */
  end(token: string): Promise<void>;
  /** Whether this token was cleared. */
  isEnded(token: string): Promise<boolean>;
}

const KEY = 'current';
const ENDED = 'ended/';

const TAIL_LENGTH = 16;
/** Under which its end is remembered: enough of a token to know it by, and too little to sign in with. */
const endOf = (token: string): string => ENDED + token.slice(-TAIL_LENGTH);

const parseSession = (stored: unknown): WorkerSession | null => {
  if (!isObject(stored)) return null;
  const { token, userId, apiUrl } = stored;
  if (typeof token !== 'string' || typeof userId !== 'string' || typeof apiUrl !== 'string') return null;
  return {
    token,
    userId: asUserId(userId),
    apiUrl,
    isSameOrigin: stored.isSameOrigin === true,
    isDiffMode: stored.isDiffMode === true,
  };
};

export const openWorkerSession = (database = SESSION_DATABASE): SessionCopy => {
  // Not localforage's own driver: what a page leaves half-done there would stop the worker, which reads this with the lock held.
  const store = openRecordStore(database, 'session');
  return {
    read: async () => {
      const records = new Map(await store.read());
      const session = parseSession(records.get(KEY));
      // Its end may have been remembered where it did not leave the disk.
      return session && !records.has(endOf(session.token)) ? session : null;
    },
    begin: (session) => store.put([[KEY, session]], [endOf(session.token)]),
    save: (session) => store.put([[KEY, session]]),
    clear: () => store.remove([KEY]),
    end: async (token) => {
      // Each by itself: a full disk takes nothing new, and lets go of what it has all the same.
      await Promise.all([store.remove([KEY]), store.put([[endOf(token), true]])]);
    },
    isEnded: async (token) => new Map(await store.read()).has(endOf(token)),
  };
};
