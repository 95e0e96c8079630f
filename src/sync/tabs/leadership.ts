import type { RequestLock } from './browserLock';

/**
 * One tab leads: it runs the rounds, holds the stream and writes base. It is a visible one: the lock is asked for when the tab
 * comes to the front and given back when it leaves, so a frozen tab never leads and a dead one never blocks.
 */

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
  /** Gives it back, or stops asking. Resolves when it is given back. */
  yield(): Promise<void>;
}

/** One wish to lead, from asking for the lock to having given it back. */
interface Turn {
  readonly asking: AbortController;
  /** Resolves when the lock is given back, or was never got. */
  ended: Promise<void>;
  /** Set while the lock is held: gives it back once nothing of this tab runs any more. */
  leave: (() => Promise<void>) | null;
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export const makeLeadership = ({ lock, name, onLead, onYield, onError }: LeadershipPorts): Leadership => {
  let turn: Turn | null = null;
  let ended: Promise<void> = Promise.resolve();

  const hold = async (mine: Turn): Promise<void> => {
    if (mine.asking.signal.aborted) return;
    const begun = onLead();
    const left = new Promise<void>((resolve) => {
      // A tab may be sent to the back before it has begun: it must not begin after it has stopped.
      mine.leave = () => begun.then(onYield).finally(resolve);
    });
    await begun;
    await left;
  };

  return {
    isLeading: () => turn?.leave != null,
    seek: () => {
      if (turn) return;
      const mine: Turn = { asking: new AbortController(), ended: Promise.resolve(), leave: null };
      turn = mine;
      mine.ended = ended
        .then(() => lock(name, mine.asking.signal, () => hold(mine)))
        .catch((error: unknown) => {
          if (!isAbort(error)) onError(error);
        })
        .finally(() => {
          if (turn === mine) turn = null;
        });
      ended = mine.ended;
    },
    yield: async () => {
      const mine = turn;
      turn = null;
      // An earlier turn may still be ending.
      if (!mine) return ended;
      mine.asking.abort();
      await mine.leave?.().catch(onError);
      await mine.ended;
    },
  };
};
