/** The number of rows that one task parses or puts into base: some 50 ms of work. */
export const ROWS_IN_A_TASK = 3000;

/**
 * Resolves in a new task, so that the person's input is handled first. Uses a message, because hidden pages slow down
 * timers.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
