import type { RequestLock } from '../../../src/sync/tabs/browserLock';
import type { Owner, Scheduler } from '../simulationScheduler';

interface Place {
  readonly owner: Owner;
  readonly give: () => void;
}

const givenUp = (): Error => Object.assign(new Error('given up'), { name: 'AbortError' });

/** One browser's locks: first come, first served; a lock is free again when its holder returns or dies. */
export const makeLocks = (scheduler: Scheduler) => {
  const queues = new Map<string, Place[]>();

  const leave = (name: string, place: Place): void => {
    const queue = queues.get(name) ?? [];
    const wasHolder = queue[0] === place;
    const left = queue.filter((other) => other !== place);
    queues.set(name, left);
    if (wasHolder) left[0]?.give();
  };

  const stand = (name: string, owner: Owner, signal: AbortSignal): Promise<Place> =>
    new Promise((resolve, reject) => {
      const place: Place = { owner, give: () => void scheduler.turn(owner).then(() => resolve(place)) };
      const queue = queues.get(name) ?? [];
      queues.set(name, [...queue, place]);
      signal.addEventListener('abort', () => {
        if (queues.get(name)?.[0] === place) return;
        leave(name, place);
        reject(givenUp());
      });
      if (queue.length === 0) place.give();
    });

  return {
    requestFor:
      (owner: Owner): RequestLock =>
      async (name, signal, held) => {
        if (signal.aborted) throw givenUp();
        if (owner.isDead) return new Promise(() => undefined);
        const place = await stand(name, owner, signal);
        try {
          await held();
        } finally {
          if (!owner.isDead) leave(name, place);
        }
      },
    /** @param lock any lock if not given */
    isHeldBy: (owner: Owner, lock?: string): boolean =>
      [...queues].some(([name, [holder]]) => holder?.owner === owner && (lock ?? name) === name),
    died: (owner: Owner): void => {
      for (const [name, queue] of queues) for (const place of queue) if (place.owner === owner) leave(name, place);
    },
  };
};

/** A browser without locks: every tab that wants to lead leads. */
export const noLocks: Locks = {
  requestFor:
    ({ isDead }) =>
    async (_name, signal, held) => {
      if (signal.aborted) throw givenUp();
      await (isDead ? new Promise(() => undefined) : held());
    },
  isHeldBy: () => false,
  died: () => undefined,
};

export type Locks = ReturnType<typeof makeLocks>;
