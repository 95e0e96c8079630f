import localforage from 'localforage';
import { asUserId, type UserId } from '../contract/ids';
import { isObject } from '../contract/records';
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

const store = () =>
  localforage.createInstance({ name: SESSION_DATABASE, storeName: 'session', driver: localforage.INDEXEDDB });

export const saveWorkerSession = async (session: WorkerSession): Promise<void> => {
  await store().setItem<WorkerSession>(KEY, session);
};

export const clearWorkerSession = (): Promise<void> => store().removeItem(KEY);

/** Null when nobody is signed in, or what is stored is not a session. */
export const readWorkerSession = async (): Promise<WorkerSession | null> => {
  const stored: unknown = await store().getItem(KEY);
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
