import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pathBelow } from '../contract/basePath';
import { inviteCodeAt } from '../contract/inviteLink';
import type { PendingInvitation } from './pendingInvitation';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | undefined }) => void): void;
}

/**
 * Whether a queued launch is the one that opened this page, and so was handled already. Chromium before 146 repeats it
 * after each reload.
 */
const hasOpenedPage = (targetURL: string): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type, name }) => type === 'reload' || name === targetURL,
  );

/** When the installed app is launched while it runs, the running page navigates, so no edit is lost. */
export const useLaunches = (invitation: PendingInvitation | undefined): void => {
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  useEffect(() => {
    // Only Chromium has it, and TypeScript has no type for it.
    const { launchQueue } = window as Window & { launchQueue?: LaunchQueue };
    let isFirst = !hasBegun.current;
    hasBegun.current = true;
    launchQueue?.setConsumer(({ targetURL }) => {
      const mayBeOwn = isFirst;
      isFirst = false;
      if (!targetURL || (mayBeOwn && hasOpenedPage(targetURL))) return;
      const { origin, pathname, search, hash } = new URL(targetURL);
      if (origin !== window.location.origin) return;
      const code = inviteCodeAt(hash);
      if (code !== null) invitation?.hold(code);
      const rest = code === null ? hash : '';
      // Lists, opened by a shortcut or a shared text, would be in the history twice.
      const replace = pathname === window.location.pathname;
      const isHere = replace && search === window.location.search && rest === '';
      if (!isHere) void navigate(pathBelow(pathname) + search + rest, { replace });
    });
    // Launches that were queued before have been delivered by now.
    isFirst = false;
  }, [navigate, invitation]);
};
