import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FaultCounts } from './faults';
import type { WorldName } from './simulateHistory';
import type { SimulationResult } from './simulation';

interface SimulationSummary {
  readonly simulated: number;
  readonly requests: number;
  readonly kills: number;
  readonly faultCounts: FaultCounts;
  /** The histories that ended wrong. */
  readonly failed: readonly Pick<SimulationResult, 'seed' | 'wrongs'>[];
}

const SCRIPT = fileURLToPath(new URL('./simulate.mjs', import.meta.url));
const MOST_OUTPUT = 64 * 1024 * 1024;

/**
 * Simulates histories in a separate process, by default from seed 1, as `npm run simulate` does. It uses the production builds of
 * the libraries, which takes half the time.
 */
export const runSimulation = (
  world: WorldName,
  histories: number,
  ...options: readonly string[]
): Promise<SimulationSummary> =>
  new Promise((resolve, reject) => {
    const args = ['--world', world, '--histories', String(histories), '--workers', '1', '--json', ...options];
    execFile(process.execPath, [SCRIPT, ...args], { maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      const summary = stdout.trim().split('\n').at(-1) ?? '';
      if (summary.startsWith('{')) resolve(JSON.parse(summary));
      else reject(new Error(`the simulation broke: ${stderr}`, { cause: error }));
    });
  });
