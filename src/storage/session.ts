import { parseUser, type User } from '../contract/user';
import { openLocalStore } from './localStore';
import { TOKEN_KEY, USER_KEY } from './storageKeys';
import type { SessionCopy, WorkerSettings } from './workerSession';

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
  /** Calls back when another tab signs in or out, and when the token turns out to have been cleared before the browser was killed. */
  subscribe(onChange: () => void): () => void;
}

/** The worker's copy lies in a database; the code for it comes when somebody is signed in. */
const openCopyWhenWanted = (): (() => Promise<SessionCopy>) => {
  let copy: SessionCopy | null = null;
  return async () => {
    const { openWorkerSession } = await import('./workerSession');
    copy ??= openWorkerSession();
    return copy;
  };
};

const parseStoredUser = (text: string | null): User | null => {
  try {
    return parseUser(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
};

/**
 * @param settings what the worker cannot know by itself
 * @param onCopyFailed the worker's copy could not be written: background sync will not run, nothing else suffers
 */
export const browserSession = (
  page: Window,
  settings: WorkerSettings,
  onCopyFailed: (error: unknown) => void,
  workerCopy = openCopyWhenWanted(),
): SessionStorage => {
  const local = openLocalStore(page);
  const onCopy = (work: (copy: SessionCopy) => Promise<void>): void => {
    workerCopy().then(work).catch(onCopyFailed);
  };
  const clearToken = (token: string | null): void => {
    if (local.getItem(TOKEN_KEY) !== token) return;
    local.removeItem(TOKEN_KEY);
    onCopy((copy) => (token === null ? copy.clear() : copy.end(token)));
  };
  /**
   * Chromium writes local storage to disk up to a minute late. Killed before that, it brings back the token of somebody who has
   * signed out; the worker's copy went at once.
   */
  const hasComeBack = async (token: string | null): Promise<boolean> =>
    token !== null && (await (await workerCopy()).isEnded(token));
  return {
    token: () => local.getItem(TOKEN_KEY),
    user: () => parseStoredUser(local.getItem(USER_KEY)),
    save: (token, user) => {
      local.setItem(USER_KEY, JSON.stringify(user));
      local.setItem(TOKEN_KEY, token);
      onCopy((copy) => copy.begin({ ...settings, token, userId: user.id }));
    },
    saveUser: (user) => {
      local.setItem(USER_KEY, JSON.stringify(user));
      const token = local.getItem(TOKEN_KEY);
      if (token) onCopy((copy) => copy.save({ ...settings, token, userId: user.id }));
    },
    clearToken,
    subscribe: (onChange) => {
      const listener = (event: StorageEvent): void => {
        if (event.key === TOKEN_KEY || event.key === null) onChange();
      };
      page.addEventListener('storage', listener);
      const token = local.getItem(TOKEN_KEY);
      // The copy of who signed out last may be there still, because the disk failed or the page was closed in that moment.
      if (token === null && local.getItem(USER_KEY) !== null) clearToken(null);
      hasComeBack(token)
        .then((isBack) => {
          if (!isBack) return;
          clearToken(token);
          onChange();
        })
        .catch(onCopyFailed);
      return () => page.removeEventListener('storage', listener);
    },
  };
};
