import type { Random } from './simulationRandom';

/**
 * Decides what continues next. Everything in the simulation that takes time waits here for its turn, and the next turn is
 * chosen at random. The work of a killed owner never continues.
 */
export interface Owner {
  isDead: boolean;
  /** Frozen by the system: its work continues when it is thawed, or never. */
  isFrozen?: boolean;
}

interface Waiting {
  readonly owner: Owner;
  readonly go: () => void;
}

/**
 * Resolves when everything has run that needs no turn of the scheduler: Node runs its ticks when no microtask is left. A turn
 * of the event loop would cost more than most steps of a history. The tick is requested inside a microtask, because a tick
 * requested outside of one runs before the waiting microtasks.
 */
export const nextTick = async (): Promise<void> => {
  await null;
  await new Promise<void>((resolve) => process.nextTick(resolve));
};

/** A turn of the event loop, which real work (a server) needs to continue. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param isBusy whether something that takes no turns (a real server) still works on an answer */
export const makeScheduler = (random: Random, isBusy: () => boolean) => {
  let waiting: Waiting[] = [];
  return {
    turn: (owner: Owner): Promise<void> => new Promise((resolve) => waiting.push({ owner, go: resolve })),
    /** Gives one waiting owner a turn; false when nobody waits. */
    step: async (): Promise<boolean> => {
      waiting = waiting.filter(({ owner }) => !owner.isDead);
      const ready = waiting.filter(({ owner }) => !owner.isFrozen);
      const next = random.pick(ready);
      waiting = waiting.filter((other) => other !== next);
      next?.go();
      await nextTick();
      while (isBusy()) await nextTurn();
      return next !== undefined;
    },
  };
};

export type Scheduler = ReturnType<typeof makeScheduler>;
