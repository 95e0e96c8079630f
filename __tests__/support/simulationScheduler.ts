import type { Random } from './simulationRandom';

/**
 * Decides who goes on: everything in the simulated world that takes time waits here for its turn, and turns are drawn by
 * lot. What belongs to a killed owner never goes on, wherever it stood.
 */
export interface Owner {
  isDead: boolean;
}

interface Waiting {
  readonly owner: Owner;
  readonly go: () => void;
}

/** Lets everything run that can run without a turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const makeScheduler = (random: Random) => {
  let waiting: Waiting[] = [];
  return {
    turn: (owner: Owner): Promise<void> => new Promise((resolve) => waiting.push({ owner, go: resolve })),
    /** Gives one waiting owner a turn; false when nobody waits. */
    step: async (): Promise<boolean> => {
      waiting = waiting.filter(({ owner }) => !owner.isDead);
      const [next] = waiting.splice(random.below(waiting.length), 1);
      next?.go();
      await settle();
      return next !== undefined;
    },
  };
};

export type Scheduler = ReturnType<typeof makeScheduler>;
