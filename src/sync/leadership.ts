/**
 * One tab leads: it runs the rounds, holds the stream and writes base. It is a visible one: the lock is asked for when the tab
 * comes to the front and given back when it leaves, so a frozen tab never leads and a dead one never blocks.
 */

/** `navigator.locks.request`, as far as it is needed: runs `held` while the lock is held; aborting gives up waiting for it. */
export type RequestLock = (name: string, signal: AbortSignal, held: () => Promise<void>) => Promise<void>;

export interface LeadershipPorts {
  readonly lock: RequestLock;
  readonly name: string;
  /** Called with the lock held; what it does must be done before it gives the lock back. */
  readonly onLead: () => Promise<void>;
  /** Called before the lock is given back; resolves when nothing of this tab runs any more. */
  readonly onYield: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface Leadership {
  isLeading(): boolean;
  /** Asks for the lock, unless it is held or asked for already. */
  seek(): void;
  /** Gives it back, or stops asking. */
  yield(): Promise<void>;
}

export const makeLeadership = ({ lock, name, onLead, onYield, onError }: LeadershipPorts): Leadership => {
  let seeking: AbortController | null = null;
  let release: (() => void) | null = null;
  let ended: Promise<void> = Promise.resolve();

  const hold = async (mine: AbortController): Promise<void> => {
    if (mine.signal.aborted) return;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await onLead();
    await released;
  };

  const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

  return {
    isLeading: () => release !== null,
    seek: () => {
      if (seeking) return;
      const mine = new AbortController();
      seeking = mine;
      ended = ended
        .then(() => lock(name, mine.signal, () => hold(mine)))
        .catch((error: unknown) => {
          if (!isAbort(error)) onError(error);
        })
        .finally(() => {
          if (seeking === mine) seeking = null;
          release = null;
        });
    },
    yield: async () => {
      const mine = seeking;
      seeking = null;
      if (release) {
        await onYield();
        release?.();
      } else {
        mine?.abort();
      }
    },
  };
};

/** The browser's locks. Where there are none (very old browsers), every tab leads: one tab still works as it should. */
export const requestBrowserLock: RequestLock = async (name, signal, held) => {
  if (!('locks' in navigator)) return held();
  await navigator.locks.request(name, { signal }, held);
};
