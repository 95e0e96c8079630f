/** How many rows are read, or taken into base, before other tasks have their turn: some 50 ms of work. */
export const ROWS_IN_A_TASK = 3000;

/** Resolves in a task of its own: what a person did meanwhile is dealt with first. A hidden page slows timers down, and messages not. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
