import { simulateBrowsers } from './browsers/simulateBrowsers';
import { installSimulatedAbort } from './simulatedAbort';
import { type HistoryOptions, type SimulationResult, simulate } from './simulation';
import { nextTurn } from './simulationScheduler';

/** `devices`: the engine on simulated devices, which is fast. `browsers`: whole browsers, with the product's store in every tab. */
const worlds = { devices: simulate, browsers: simulateBrowsers } as const;
export type WorldName = keyof typeof worlds;

/** Simulates one history. An unhandled rejection ends the process before this history counts and before the next one begins. */
export const simulateHistory = async (
  world: WorldName,
  seed: number,
  options: HistoryOptions,
): Promise<SimulationResult> => {
  const restoreAbort = installSimulatedAbort();
  try {
    const result = await worlds[world](seed, options);
    await nextTurn();
    return result;
  } finally {
    restoreAbort();
  }
};
