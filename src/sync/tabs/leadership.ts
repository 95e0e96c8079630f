import type { RequestLock } from './browserLock';

/**
 * One tab leads: it runs the rounds, keeps the stream open and writes base. Only a visible tab leads: it requests the
 * lock when it becomes visible and releases it when it is hidden. So a frozen tab never leads, and a killed one never
 * blocks.
 */

interface LeadershipPorts {
  readonly lock: RequestLock;
  readonly name: string;
  /** Called when the tab has the lock. Its work must end before the lock is released. */
  readonly onLead: () => Promise<void>;
  /** Called before the lock is released. Resolves when nothing of this tab runs any more. */
  readonly onYield: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface Leadership {
  isLeading(): boolean;
  /** Requests the lock, unless the tab has it or waits for it already. */
  seek(): void;
  /** Releases the lock, or stops waiting for it. Resolves when it is released. */
  yield(): Promise<void>;
}

/** One turn of leading, from the request of the lock to its release. */
interface Turn {
  readonly asking: AbortController;
  /** Set while the tab has the lock: releases it once nothing of this tab runs any more. */
  leave: (() => Promise<void>) | null;
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export const makeLeadership = ({ lock, name, onLead, onYield, onError }: LeadershipPorts): Leadership => {
  let turn: Turn | null = null;
  /** Resolves when the lock of the last turn is released, or was never granted. */
  let ended: Promise<void> = Promise.resolve();

  const hold = async (mine: Turn): Promise<void> => {
    if (mine.asking.signal.aborted) return;
    const begun = onLead();
    const yielded = new Promise<void>((resolve) => {
      // A tab may be hidden before it has begun to lead. It must not begin after it has stopped.
      mine.leave = () => begun.then(onYield).finally(resolve);
    });
    await begun;
    await yielded;
  };

  return {
    isLeading: () => turn?.leave != null,
    seek: () => {
      if (turn) return;
      const mine: Turn = { asking: new AbortController(), leave: null };
      turn = mine;
      ended = ended
        .then(() => lock(name, mine.asking.signal, () => hold(mine)))
        .catch((error: unknown) => {
          if (!isAbort(error)) onError(error);
        })
        .finally(() => {
          if (turn === mine) turn = null;
        });
    },
    yield: async () => {
      const [mine, over] = [turn, ended];
      turn = null;
      mine?.asking.abort();
      await mine?.leave?.().catch(onError);
      await over;
    },
  };
};
