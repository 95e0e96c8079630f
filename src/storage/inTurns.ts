/**
 * Runs work one at a time. A call begins at once if none is running; all calls while one is running share the next run.
 */
export const inTurns = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const over = (): void => {
    running = null;
  };
  const begin = (): Promise<void> => {
    next = null;
    const run = work();
    running = run.then(over, over);
    return run;
  };
  return () => {
    if (next) return next;
    if (!running) return begin();
    next = running.then(begin);
    return next;
  };
};
