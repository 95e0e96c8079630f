/**
 * How long the disk may take to answer. It is far longer than any working disk needs, so a slow disk never counts as
 * dead.
 */
const PATIENCE_MS = 30_000;

/** After a timeout, later requests wait only this long, until the disk answers again. */
const IMPATIENCE_MS = 1000;

type Patience = <Value>(work: Promise<Value>) => Promise<Value>;

export const isSilent = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/**
 * Resolves with the result of the work, or rejects if the disk does not answer. WebKit's sometimes does not after the
 * app was in the background. Nobody should wait for ever, least of all a round that could reach the server.
 */
export const makePatience = (): Patience => {
  let patienceMs = PATIENCE_MS;
  const believe = (): void => {
    patienceMs = PATIENCE_MS;
  };
  return async (work) => {
    // Any answer counts, also an error or a late one: an old phone may need more than a second each time.
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
