/** Writes under way: who waits for them, and when what failed is tried again. */
export interface PendingWrites {
  /** Resolves, and never rejects, when the work is done or was reported as failed. */
  track(work: Promise<void>): Promise<void>;
  /** Resolves when everything begun so far is done, or was reported as failed. */
  flushed(): Promise<void>;
  /** Nothing is tried again. */
  stop(): void;
}

export interface PendingWritesPorts {
  /** Whether anything is still to be written or removed that could not be. */
  readonly hasFailed: () => boolean;
  readonly tryAgain: () => Promise<void>;
  readonly onWritten: () => void;
  readonly onError: (error: unknown) => void;
}

/** What could not be written or removed is tried again so much later, unless another write takes it along before. */
const RETRY_MS = 5000;

export const makePendingWrites = ({ hasFailed, tryAgain, onWritten, onError }: PendingWritesPorts): PendingWrites => {
  let retry: ReturnType<typeof setTimeout> | null = null;
  let isStopped = false;
  const running = new Set<Promise<void>>();

  const retryLater = (): void => {
    if (retry || isStopped) return;
    retry = setTimeout(() => {
      retry = null;
      void track(tryAgain());
    }, RETRY_MS);
  };

  const track = (work: Promise<void>): Promise<void> => {
    const written = work.then(onWritten, (error: unknown) => {
      if (hasFailed()) retryLater();
      onError(error);
    });
    running.add(written);
    void written.finally(() => running.delete(written));
    return written;
  };

  return {
    track,
    flushed: async () => {
      await Promise.all(running);
    },
    stop: () => {
      isStopped = true;
      if (retry) clearTimeout(retry);
    },
  };
};
