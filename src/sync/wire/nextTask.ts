/** The number of rows that one task parses or puts into base. */
export const ROWS_IN_A_TASK = 250;

/** Not in every browser yet, and not in TypeScript's list. */
interface WithScheduler {
  readonly scheduler?: { readonly yield?: () => Promise<void> };
}

/**
 * Resolves in a new task, so that the person's input is handled first. Where the browser can, that task comes before
 * drawing what is out of sight. Elsewhere uses a message, because hidden pages slow down timers.
 */
export const nextTask = (): Promise<void> => {
  const { scheduler } = globalThis as WithScheduler;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
};
