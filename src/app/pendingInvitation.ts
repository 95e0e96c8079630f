import { inviteCodeAt } from '../contract/inviteLink';
import { INVITATION_KEY } from '../contract/storageKeys';
import { readText, writeText } from '../device/webStorage';

/**
 * Holds the code of an invitation link. The code is removed from the address at once. It stays in the tab's session
 * storage, also during a sign-in, until the person joins or declines.
 */
export interface PendingInvitation {
  /** '' if the link was broken, null without an invitation. */
  readonly code: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** @param code null when the person joined or declined */
  readonly hold: (code: string | null) => void;
}

/**
 * Removes the code from the address now, and whenever a link is opened in this tab. Must be called once, before
 * everything else.
 */
export const makePendingInvitation = (page: Window): PendingInvitation => {
  const listeners = new Set<() => void>();
  const inTab = (): Storage => page.sessionStorage;
  let held = readText(inTab, INVITATION_KEY);
  const hold = (code: string | null): void => {
    held = code;
    writeText(inTab, INVITATION_KEY, code);
    for (const listener of listeners) listener();
  };
  const take = (): void => {
    const code = inviteCodeAt(page.location.hash);
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
