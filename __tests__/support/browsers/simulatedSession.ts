import { SESSION_SINCE_KEY } from '../../../src/contract/storageKeys';
import { browserSession, type SessionStorage } from '../../../src/storage/session';
import type { CopiedSession, WorkerSettings } from '../../../src/storage/workerSession';
import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';
import type { BrowserDisk } from './simulatedDisk';
import { makeLocalStorage } from './simulatedLocalStorage';

interface SessionWorld {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly now: () => number;
  readonly disk: BrowserDisk;
  readonly settings: WorkerSettings;
}

/** Who is signed in, as the product keeps it: in the browser's local storage, and in a copy for the worker on its disk. */
export const makeSession = ({ name, scheduler, random, now, disk, settings }: SessionWorld) => {
  const localStorage = makeLocalStorage(scheduler, random, now);
  /** The tokens that were cleared, and the time that the session has since then. Nobody may be signed in with them any more. */
  let cleared: readonly { readonly token: string; readonly since: number }[] = [];
  const wasCleared = (token: string): boolean => cleared.some((one) => one.token === token);
  const copied = (): CopiedSession | undefined =>
    ([...disk.sessionRecords().values()] as CopiedSession[]).sort((a, b) => a.since - b.since).at(-1);

  const sessionFor = (owner: Owner): SessionStorage => {
    const copy = disk.openSession(owner);
    const page = localStorage.pageFor(owner);
    const session = browserSession(
      page,
      settings,
      () => undefined,
      async () => copy,
      now,
    );
    return {
      ...session,
      agreed: async () => undefined,
      clearToken: (token) => {
        const isCleared = token !== null && token === session.token() && !owner.isDead;
        session.clearToken(token);
        // Not the present: within one millisecond the sign-in has the same time.
        const since = Number(page.localStorage.getItem(SESSION_SINCE_KEY));
        if (isCleared) cleared = [...cleared, { token, since }];
      },
    };
  };
  const stored = sessionFor({ isDead: false });

  return {
    sessionFor,
    token: stored.token,
    user: stored.user,
    /** The browser was killed. A person who signed out just before, when the disk did not know it yet, is signed in again. */
    killed: (): void => {
      localStorage.bringBack();
      cleared = cleared.filter(({ since }) => (copied()?.since ?? 0) >= since);
    },
    /** What is wrong with the session, after a page was opened that could read everything about it. */
    wrongs: (): string[] => {
      const [token, user] = [stored.token(), stored.user()];
      const copy = copied()?.session;
      const isCopied = !token || (copy?.token === token && copy.userId === user?.id);
      return [
        ...(token && wasCleared(token) ? [`${name} is signed in again with ${token}`] : []),
        ...(copy && wasCleared(copy.token) ? [`${name} left ${copy.token} to its worker`] : []),
        ...(isCopied ? [] : [`${name} is signed in with ${token}, and its worker with ${copy?.token}`]),
      ];
    },
  };
};
