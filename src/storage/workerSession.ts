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

const KEY = 'current';
const ENDED = 'ended/';

// Not localforage's own driver: what a page leaves half-done there would stop the worker, which reads this with the lock held.
const store = openRecordStore(SESSION_DATABASE, 'session');

const TAIL_LENGTH = 16;
/** Under which its end is remembered: enough of a token to know it by, and too little to sign in with. */
const endOf = (token: string): string => ENDED + token.slice(-TAIL_LENGTH);

/** Others stay ended: not only the token of just before may be what local storage brings back. */
export const saveWorkerSession = (session: WorkerSession): Promise<void> =>
  store.put([[KEY, session]], [endOf(session.token)]);

export const clearWorkerSession = (): Promise<void> => store.remove([KEY]);

/** Clears the copy and remembers whose token was cleared: local storage may bring it back (`session.ts`). */
export const endWorkerSession = (token: string): Promise<void> => store.put([[endOf(token), true]], [KEY]);

/** Whether this token was cleared. */
export const isEnded = async (token: string): Promise<boolean> => new Map(await store.read()).has(endOf(token));

/** Null when nobody is signed in, or what is stored is not a session. */
export const readWorkerSession = async (): Promise<WorkerSession | null> => {
  const stored = new Map(await store.read()).get(KEY);
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
