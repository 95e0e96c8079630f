import localforage from 'localforage';
import type { UserId } from '../contract/ids';
import { parseUser, type User } from '../contract/user';
import { SESSION_DATABASE, TOKEN_KEY, USER_KEY } from './storageKeys';

/**
 * Who is signed in. The token lives in local storage, as specified, beside the user it belongs to; the worker cannot read that,
 * so a copy lies where it can. Both are written and cleared here and nowhere else.
 */
export interface SessionStorage {
  token(): string | null;
  user(): User | null;
  save(token: string, user: User): void;
  saveUser(user: User): void;
  /** Clears the token if it is still this one; the user stays known, because the data are theirs. */
  clearToken(token: string | null): void;
  /** Calls back when another tab signs in or out. */
  subscribe(onChange: () => void): () => void;
}

export interface WorkerSession {
  readonly token: string;
  readonly userId: UserId;
}

const COPY_KEY = 'current';
const workerCopy = () =>
  localforage.createInstance({ name: SESSION_DATABASE, storeName: 'session', driver: localforage.INDEXEDDB });

/** What the worker knows of the session; null when nobody is signed in. */
export const readWorkerSession = async (): Promise<WorkerSession | null> =>
  (await workerCopy().getItem<WorkerSession>(COPY_KEY)) ?? null;

const parseStoredUser = (text: string | null): User | null => {
  try {
    return parseUser(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
};

/** @param onCopyFailed the worker's copy could not be written: background sync will not run, nothing else suffers */
export const browserSession = (page: Window, onCopyFailed: (error: unknown) => void): SessionStorage => {
  const local = page.localStorage;
  const copy = workerCopy();
  const writeCopy = (token: string, user: User): void => {
    copy.setItem<WorkerSession>(COPY_KEY, { token, userId: user.id }).catch(onCopyFailed);
  };
  return {
    token: () => local.getItem(TOKEN_KEY),
    user: () => parseStoredUser(local.getItem(USER_KEY)),
    save: (token, user) => {
      local.setItem(USER_KEY, JSON.stringify(user));
      local.setItem(TOKEN_KEY, token);
      writeCopy(token, user);
    },
    saveUser: (user) => {
      local.setItem(USER_KEY, JSON.stringify(user));
      const token = local.getItem(TOKEN_KEY);
      if (token) writeCopy(token, user);
    },
    clearToken: (token) => {
      if (local.getItem(TOKEN_KEY) !== token) return;
      local.removeItem(TOKEN_KEY);
      copy.removeItem(COPY_KEY).catch(onCopyFailed);
    },
    subscribe: (onChange) => {
      const listener = (event: StorageEvent): void => {
        if (event.key === TOKEN_KEY || event.key === null) onChange();
      };
      page.addEventListener('storage', listener);
      return () => page.removeEventListener('storage', listener);
    },
  };
};
