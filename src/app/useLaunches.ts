import { useEffect } from 'react';
import { useNavigate } from 'react-router';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | undefined }) => void): void;
}

/** A launch of the installed app while it runs comes to the running page: it is routed in place, so no edit is lost. */
export const useLaunches = (): void => {
  const navigate = useNavigate();
  useEffect(() => {
    // Chromium alone has it, and TypeScript does not know it.
    const { launchQueue } = window as Window & { launchQueue?: LaunchQueue };
    launchQueue?.setConsumer(({ targetURL }) => {
      if (!targetURL) return;
      const { origin, pathname, search } = new URL(targetURL);
      const isHere = pathname === window.location.pathname && search === window.location.search;
      if (origin === window.location.origin && !isHere) void navigate(pathname + search);
    });
  }, [navigate]);
};
