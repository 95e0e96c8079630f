import { asUserId, type UserId } from '../contract/ids';
import { isObject } from '../contract/records';
import { SESSION_DATABASE } from '../contract/storageKeys';
import { parseUser, type User } from '../contract/user';
import { openRecords } from './records';

/** The session for the service worker, which has neither local storage nor build-time settings. */
export interface WorkerSession extends WorkerSettings {
  readonly token: string;
  readonly userId: UserId;
}

export interface WorkerSettings {
  readonly apiUrl: string;
  readonly isSameOrigin: boolean;
  readonly isDiffMode: boolean;
}

/** Who is signed in since when, or that nobody is. If two of these differ, the newer one is right. */
export interface CopiedSession {
  /** The time of the last sign-in or sign-out; epoch ms. */
  readonly since: number;
  readonly session: WorkerSession | null;
  readonly user: User | null;
}

/** The copy of the session. Pages write it, and the worker reads it. */
export interface SessionCopy {
  /** "Nobody since time 0" if nothing readable is stored. */
  read(): Promise<CopiedSession>;
  /** An older session never replaces a newer one, however late its write is. */
  write(copied: CopiedSession): Promise<void>;
}

const DIGITS = 16;

/** The key of a copy on disk. The keys have the order of their times. */
const keyOf = (since: number): string => String(since).padStart(DIGITS, '0');

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

const NOBODY: CopiedSession = { since: 0, session: null, user: null };

const parseCopied = (stored: unknown): CopiedSession => {
  if (!isObject(stored) || typeof stored.since !== 'number') return NOBODY;
  return { since: stored.since, session: parseSession(stored.session), user: parseUser(stored.user) };
};

export const openWorkerSession = (database = SESSION_DATABASE): SessionCopy => {
  const store = openRecords(database, 'session');
  const read = async (): Promise<CopiedSession> =>
    [...(await store.read()).values()]
      .map(parseCopied)
      .reduce((newest, one) => (one.since > newest.since ? one : newest), NOBODY);
  return {
    read,
    write: async (copied) => {
      const key = keyOf(copied.since);
      try {
        await store.putOver(key, copied);
      } catch (error) {
        // A full disk stores nothing new, but it still allows a deletion. Otherwise the newer copy is read.
        if (!copied.session) await store.removeUpTo(key).catch(() => store.put(key, copied));
        throw error;
      }
    },
  };
};
