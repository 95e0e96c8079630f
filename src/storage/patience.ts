/** How long the disk may take to answer: far longer than any that works, so that a slow one is never taken for a dead one. */
const PATIENCE_MS = 30_000;

/** Once it has not answered, nobody waits that long again until it does, if only too late. */
const IMPATIENCE_MS = 1000;

export type Patience = <Value>(work: Promise<Value>) => Promise<Value>;

export const isSilent = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/**
 * Gives what the work gives, or rejects when the disk does not answer at all, as WebKit's does now and then after the app was in
 * the background: nobody should wait for it for ever, least of all a round that could reach the server.
 */
export const makePatience = (): Patience => {
  let patienceMs = PATIENCE_MS;
  const believe = (): void => {
    patienceMs = PATIENCE_MS;
  };
  return async (work) => {
    // Any answer counts, also a bad one or one too late: an old phone may need more than that second each time.
    work.then(believe, believe);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void => {
        patienceMs = IMPATIENCE_MS;
        reject(new DOMException('The database does not answer.', 'TimeoutError'));
      };
      timer = setTimeout(giveUp, patienceMs);
    });
    try {
      return await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
    }
  };
};
