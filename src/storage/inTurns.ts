/** Work that runs one at a time: it begins at once when none runs, and who asks for it while one runs shares the next. */
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
