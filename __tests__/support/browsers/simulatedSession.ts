import type { UserId } from '../../../src/contract/ids';
import type { User } from '../../../src/contract/user';
import type { SessionStorage } from '../../../src/storage/session';
import type { Owner, Scheduler } from '../simulationScheduler';

/** Who is signed in, as all tabs of a browser share it; the others hear of it some time later. */
export const makeSession = (scheduler: Scheduler) => {
  const stored: { token: string | null; user: User | null } = { token: null, user: null };
  const watchers = new Map<() => void, Owner>();
  /** The worker's copy. */
  let copy: { token: string; userId: UserId } | null = null;
  const tellOthers = (writer: Owner): void => {
    for (const [watch, owner] of watchers) if (owner !== writer) void scheduler.turn(owner).then(watch);
  };
  const sessionFor = (owner: Owner): SessionStorage => ({
    token: () => stored.token,
    user: () => stored.user,
    save: (token, user) => {
      Object.assign(stored, { token, user });
      copy = { token, userId: user.id };
      tellOthers(owner);
    },
    saveUser: (user) => {
      stored.user = user;
      if (stored.token) copy = { token: stored.token, userId: user.id };
    },
    clearToken: (token) => {
      if (stored.token !== token) return;
      stored.token = null;
      copy = null;
      tellOthers(owner);
    },
    subscribe: (watch) => {
      watchers.set(watch, owner);
      return () => watchers.delete(watch);
    },
  });
  return {
    stored,
    sessionFor,
    copy: () => copy,
    clearCopy: (token: string): void => {
      if (copy?.token === token) copy = null;
    },
  };
};
