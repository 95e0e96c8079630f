import { fork } from 'node:child_process';
import type { SimulationResult } from './simulation';

export interface WorkersTask {
  /** What each process runs: it is sent a seed, and sends the result of its history before it is sent the next. */
  readonly script: string;
  readonly args: readonly string[];
  readonly workers: number;
  /** The next history to live; null when it is enough. */
  readonly nextSeed: () => number | null;
  readonly onLived: (result: SimulationResult) => void;
}

/**
 * Lives histories in several processes, one after another in each. A process that ends on its way makes its history a wrong
 * one, and another takes its place.
 */
export const liveInWorkers = async ({ script, args, workers, nextSeed, onLived }: WorkersTask): Promise<void> => {
  const env = { ...process.env, NODE_ENV: 'production' };

  const liveInOne = (): Promise<void> => {
    let seed = nextSeed();
    if (seed === null) return Promise.resolve();
    const child = fork(script, args, { env });
    child.send(seed);
    child.on('message', (result) => {
      onLived(result as SimulationResult);
      seed = nextSeed();
      if (seed === null) child.kill();
      else child.send(seed);
    });
    return new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        child.removeAllListeners('message');
        if (seed === null) return resolve();
        onLived({ seed, requests: 0, kills: 0, met: {}, wrongs: [`the process ended: ${signal ?? `code ${code}`}`] });
        resolve(liveInOne());
      });
    });
  };

  await Promise.all(Array.from({ length: workers }, liveInOne));
};
