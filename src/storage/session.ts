import { SESSION_DATABASE, SESSION_SINCE_KEY, TOKEN_KEY, USER_KEY } from '../contract/storageKeys';
import { parseStoredUser, type User } from '../contract/user';
import { openLocalStore } from './localStore';
import type { CopiedSession, SessionCopy, WorkerSettings } from './workerSession';

/**
 * Who is signed in. The token is in local storage, as specified, beside its user. The worker cannot read local storage,
 * so a copy is in a database. Only this file writes the two.
 *
 * Chromium writes local storage to disk up to a minute late, but the database at once. So after a kill, local storage
 * may have a user who had signed out, or miss one who had signed in. Both places have the time of the last sign-in or
 * sign-out. If they differ, the newer one is right, and a starting page corrects the other.
 */
export interface SessionStorage {
  token(): string | null;
  user(): User | null;
  save(token: string, user: User): void;
  saveUser(user: User): void;
  /** Replaces a token by the new one that the server gave for it, if the old one is still stored. */
  renewToken(asked: string, renewed: string): void;
  /** Clears the token if it is still this one. The user stays stored, because the data belong to them. */
  clearToken(token: string | null): void;
  /** Resolves when the two places agree. Until then the token may be an old one. */
  agreed(): Promise<void>;
  /** Calls back when another tab signs in or out, and when the copy turns out to be newer than local storage. */
  subscribe(onChange: () => void): () => void;
}

/** The code for the copy is loaded when it is needed. */
const openCopyWhenWanted = (): (() => Promise<SessionCopy>) => {
  let copy: SessionCopy | null = null;
  return async () => {
    const { openWorkerSession } = await import('./workerSession');
    copy ??= openWorkerSession();
    return copy;
  };
};

/** Whether there is certainly no copy. Then a guest's first visit need not load the code that reads it. */
const hasNoCopy = async (page: Window): Promise<boolean> => {
  const databases = await page.indexedDB?.databases?.();
  return databases !== undefined && !databases.some(({ name }) => name === SESSION_DATABASE);
};

/** The session in local storage. */
const localSession = (page: Window, now: () => number) => {
  const local = openLocalStore(page);
  const token = (): string | null => local.getItem(TOKEN_KEY);
  const since = (): number => Number(local.getItem(SESSION_SINCE_KEY) ?? 0);
  return {
    token,
    since,
    user: (): User | null => parseStoredUser(local.getItem(USER_KEY)),
    setToken: (next: string | null): void => {
      if (next === null) local.removeItem(TOKEN_KEY);
      else local.setItem(TOKEN_KEY, next);
    },
    setUser: (user: User): void => local.setItem(USER_KEY, JSON.stringify(user)),
    setSince: (at: number): void => local.setItem(SESSION_SINCE_KEY, String(at)),
    /** Stores the present time: greater than the last one, even if the clock was set back. */
    begin: (): void => local.setItem(SESSION_SINCE_KEY, String(Math.max(now(), since() + 1))),
  };
};

/**
 * @param settings values for the worker, which cannot know them by itself
 * @param onCopyFailed the copy could not be read or written. Background sync may not run; everything else works
 */
export const browserSession = (
  page: Window,
  settings: WorkerSettings,
  onCopyFailed: (error: unknown) => void,
  workerCopy = openCopyWhenWanted(),
  now: () => number = Date.now,
): SessionStorage => {
  const local = localSession(page, now);
  const { token, user, since, begin } = local;

  const onCopy = (work: (copy: SessionCopy) => Promise<void>): void => {
    workerCopy().then(work).catch(onCopyFailed);
  };
  /** The content of local storage at the moment of writing. A token without a known user cannot be copied. */
  const writeCopy = async (copy: SessionCopy): Promise<void> => {
    const [current, known] = [token(), user()];
    if (current === null) await copy.write({ since: since(), session: null, user: null });
    else if (known)
      await copy.write({ since: since(), session: { ...settings, token: current, userId: known.id }, user: known });
  };
  const change = (next: string | null): void => {
    begin();
    local.setToken(next);
    onCopy(writeCopy);
  };
  /** What `subscribe` was given: the page follows the session. */
  let tellPage = (): void => undefined;
  const takeCopy = (copied: CopiedSession): void => {
    local.setSince(copied.since);
    if (copied.user) local.setUser(copied.user);
    local.setToken(copied.session?.token ?? null);
    tellPage();
  };
  /** Makes the two places agree. The copy may turn out to be newer at any time: the disk may have been silent before. */
  const agree = async (copy: SessionCopy): Promise<void> => {
    const copied = await copy.read();
    if (copied.since > since()) return takeCopy(copied);
    const isSame = copied.since === since() && (copied.session?.token ?? null) === token();
    if (!isSame) await writeCopy(copy);
  };
  let agreeing: Promise<void> = Promise.resolve();
  // A token that another program stored has no time; it counts as stored now.
  if (token() !== null && since() === 0) begin();

  return {
    token,
    user,
    save: (saved, owner) => {
      local.setUser(owner);
      change(saved);
    },
    saveUser: (owner) => {
      local.setUser(owner);
      onCopy(agree);
    },
    renewToken: (asked, renewed) => {
      if (token() === asked) change(renewed);
    },
    clearToken: (cleared) => {
      if (cleared !== null && token() === cleared) change(null);
    },
    agreed: () => agreeing,
    subscribe: (onChange) => {
      tellPage = onChange;
      const listener = (event: StorageEvent): void => {
        if (event.key === TOKEN_KEY || event.key === null) onChange();
      };
      page.addEventListener('storage', listener);
      const agreeAtStart = async (): Promise<void> => {
        if (token() === null && (await hasNoCopy(page))) return;
        await agree(await workerCopy());
      };
      agreeing = agreeAtStart().catch(onCopyFailed);
      return () => {
        tellPage = () => undefined;
        page.removeEventListener('storage', listener);
      };
    },
  };
};
