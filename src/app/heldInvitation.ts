import { inviteCodeIn } from '../contract/inviteLink';
import { INVITATION_KEY } from '../contract/storageKeys';
import { keep, kept } from './tabMemory';

/**
 * The code of an invitation that a link brought. It leaves the address before anything else can see it there, and waits in the tab's own
 * storage, through a sign-in if need be, until somebody has joined or does not want to.
 */
export interface HeldInvitation {
  readonly code: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** @param code null: joined, or not wanted */
  readonly hold: (code: string | null) => void;
}

/** Takes the code out of the page's address, now and whenever a link is opened in this tab. Called once, before all else. */
export const holdInvitation = (page: Window): HeldInvitation => {
  const listeners = new Set<() => void>();
  let held = kept(page, INVITATION_KEY);
  const hold = (code: string | null): void => {
    held = code;
    keep(page, INVITATION_KEY, code);
    for (const listener of listeners) listener();
  };
  const take = (): void => {
    const code = inviteCodeIn(page.location.hash);
    if (code === null) return;
    page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
    hold(code);
  };
  take();
  page.addEventListener('hashchange', take);
  return {
    code: () => held,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold,
  };
};
