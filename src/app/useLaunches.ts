import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pathBelow } from '../contract/basePath';
import { inviteCodeIn } from '../contract/inviteLink';
import type { HeldInvitation } from './heldInvitation';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | undefined }) => void): void;
}

/**
 * Whether a launch that stood in the queue as the page began is the one that opened it, and so was followed already. Chromium
 * before 146 tells of it again each time the page is loaded anew: long after, its list is left and its text has found its place.
 */
const hasOpenedPage = (targetURL: string): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type, name }) => type === 'reload' || name === targetURL,
  );

/** A launch of the installed app while it runs comes to the running page: it is routed in place, so no edit is lost. */
export const useLaunches = (invitation: HeldInvitation | undefined): void => {
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  useEffect(() => {
    // Chromium alone has it, and TypeScript does not know it.
    const { launchQueue } = window as Window & { launchQueue?: LaunchQueue };
    let isFirst = !hasBegun.current;
    hasBegun.current = true;
    launchQueue?.setConsumer(({ targetURL }) => {
      const mayBeOwn = isFirst;
      isFirst = false;
      if (!targetURL || (mayBeOwn && hasOpenedPage(targetURL))) return;
      const { origin, pathname, search, hash } = new URL(targetURL);
      if (origin !== window.location.origin) return;
      const code = inviteCodeIn(hash);
      if (code !== null) invitation?.hold(code);
      const rest = code === null ? hash : '';
      const isHere = pathname === window.location.pathname && search === window.location.search && rest === '';
      if (!isHere) void navigate(pathBelow(pathname) + search + rest);
    });
    // What stood in the queue was handed over by now.
    isFirst = false;
  }, [navigate, invitation]);
};
