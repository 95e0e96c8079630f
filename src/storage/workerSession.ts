import { asUserId, type UserId } from '../contract/ids';
import { isObject } from '../contract/records';
import { SESSION_DATABASE } from '../contract/storageKeys';
import { parseUser, type User } from '../contract/user';
import { openRecords } from './records';

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

/** Who is signed in since when, or that nobody is. Of two that differ the younger is right. */
export interface CopiedSession {
  /** When somebody signed in or out last, ms. */
  readonly since: number;
  readonly session: WorkerSession | null;
  readonly user: User | null;
}

/** The copy of the session, where the worker can read it and pages write it. */
export interface SessionCopy {
  /** Nobody since the beginning where nothing is stored, or nothing that can be read. */
  readAll(): Promise<CopiedSession>;
  /** Null when nobody is signed in. */
  read(): Promise<WorkerSession | null>;
  write(copied: CopiedSession): Promise<void>;
  clear(): Promise<void>;
}

const KEY = 'current';

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

const parseCopied = (stored: unknown): CopiedSession => {
  if (!isObject(stored) || typeof stored.since !== 'number') return { since: 0, session: null, user: null };
  return { since: stored.since, session: parseSession(stored.session), user: parseUser(stored.user) };
};

export const openWorkerSession = (database = SESSION_DATABASE): SessionCopy => {
  const store = openRecords(database, 'session');
  const readAll = async (): Promise<CopiedSession> => parseCopied((await store.read()).get(KEY));
  const clear = (): Promise<void> => store.remove(KEY);
  return {
    readAll,
    read: async () => (await readAll()).session,
    write: async (copied) => {
      try {
        await store.put(KEY, copied);
      } catch (error) {
        // A full disk takes nothing new, and lets go of what it has all the same.
        if (!copied.session) await clear();
        throw error;
      }
    },
    clear,
  };
};
