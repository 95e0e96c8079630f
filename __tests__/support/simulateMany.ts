import { simulateBrowsers } from './browsers/simulateBrowsers';
import { type SimulationResult, simulate } from './simulation';
import type { OpenProvider } from './simulationProvider';
import { nextTurn } from './simulationScheduler';

/** `devices`: the engine over simulated devices, quick. `browsers`: whole browsers, with the product's store in every tab. */
export const worlds = { devices: simulate, browsers: simulateBrowsers } as const;
export type WorldName = keyof typeof worlds;

export interface ManyHistories {
  readonly firstSeed: number;
  readonly histories: number;
  readonly world?: WorldName;
  readonly openProvider?: OpenProvider;
}

export interface ManyResults {
  readonly histories: number;
  readonly requests: number;
  readonly kills: number;
  readonly failed: readonly SimulationResult[];
}

const ENOUGH_FAILURES = 5;

/** Lives one history. What it left unhandled breaks the process before it counts as lived, and before the next one begins. */
export const liveHistory = async (
  world: WorldName,
  seed: number,
  openProvider?: OpenProvider,
): Promise<SimulationResult> => {
  const result = await worlds[world](seed, openProvider);
  await nextTurn();
  return result;
};

/** Lives histories from `firstSeed` on, and stops after a few that end wrong. */
export const simulateMany = async ({
  firstSeed,
  histories,
  world = 'devices',
  openProvider,
}: ManyHistories): Promise<ManyResults> => {
  const failed: SimulationResult[] = [];
  let requests = 0;
  let kills = 0;
  let lived = 0;
  while (lived < histories && failed.length < ENOUGH_FAILURES) {
    const result = await liveHistory(world, firstSeed + lived, openProvider);
    lived += 1;
    requests += result.requests;
    kills += result.kills;
    if (result.faults.length) failed.push(result);
  }
  return { histories: lived, requests, kills, failed };
};
