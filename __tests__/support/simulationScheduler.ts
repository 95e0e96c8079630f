import type { Random } from './simulationRandom';

/**
 * Decides who goes on: everything in the simulated world that takes time waits here for its turn, and turns are drawn by
 * lot. What belongs to a killed owner never goes on, wherever it stood.
 */
export interface Owner {
  isDead: boolean;
  /** Frozen by its system: it goes on where it stood when it is thawed, or never. */
  isFrozen?: boolean;
}

interface Waiting {
  readonly owner: Owner;
  readonly go: () => void;
}

/**
 * Everything runs that can run without a turn: Node comes to its ticks when no microtask is left. It does so within one turn of
 * the event loop, which costs more than most steps of a history. Not before a microtask, since a tick asked for outside of one
 * is ahead of those that wait.
 */
export const nextTick = async (): Promise<void> => {
  await null;
  await new Promise<void>((resolve) => process.nextTick(resolve));
};

/** A turn of the event loop, which whoever does real work (a server) needs to get on. */
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
