import { fork } from 'node:child_process';
import type { SimulationResult } from './simulation';

interface WorkersTask {
  /** The script of each process. It gets one seed at a time, and sends the result of its history. */
  readonly script: string;
  readonly args: readonly string[];
  readonly workers: number;
  /** The seed of the next history; null when there is none. */
  readonly nextSeed: () => number | null;
  readonly onSimulated: (result: SimulationResult) => void;
}

/**
 * Simulates histories in several processes, one at a time in each. If a process ends during a history, that history counts as
 * wrong, and a new process takes its place.
 */
export const simulateInWorkers = async ({
  script,
  args,
  workers,
  nextSeed,
  onSimulated,
}: WorkersTask): Promise<void> => {
  const env = { ...process.env, NODE_ENV: 'production' };

  const liveInOne = (): Promise<void> => {
    let seed = nextSeed();
    if (seed === null) return Promise.resolve();
    const child = fork(script, args, { env });
    child.send(seed);
    child.on('message', (result) => {
      onSimulated(result as SimulationResult);
      seed = nextSeed();
      if (seed === null) child.kill();
      else child.send(seed);
    });
    return new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        child.removeAllListeners('message');
        if (seed === null) return resolve();
        onSimulated({
          seed,
          requests: 0,
          kills: 0,
          faultCounts: {},
          wrongs: [`the process ended: ${signal ?? `code ${code}`}`],
        });
        resolve(liveInOne());
      });
    });
  };

  await Promise.all(Array.from({ length: workers }, liveInOne));
};
