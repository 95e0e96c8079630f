import { useRef, useState } from 'react';

/**
 * For an action that waits for an answer. While it runs, another call does nothing.
 * @returns whether it runs, and the function that starts it
 */
export const useBusy = <Args extends readonly unknown[]>(act: (...args: Args) => Promise<void>) => {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const start = (...args: Args): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    void act(...args).finally(() => {
      isRunning.current = false;
      setBusy(false);
    });
  };
  return [isBusy, start] as const;
};
