import { simulateBrowsers } from './browsers/simulateBrowsers';
import type { FaultCounts, FaultName } from './faults';
import { type HistoryOptions, type SimulationResult, simulate } from './simulation';
import { nextTurn } from './simulationScheduler';

/** `devices`: the engine over simulated devices, quick. `browsers`: whole browsers, with the product's store in every tab. */
export const worlds = { devices: simulate, browsers: simulateBrowsers } as const;
export type WorldName = keyof typeof worlds;

export interface ManyHistories extends HistoryOptions {
  readonly firstSeed: number;
  readonly histories: number;
  readonly world?: WorldName;
}

export interface ManyResults {
  readonly histories: number;
  readonly requests: number;
  readonly kills: number;
  readonly met: FaultCounts;
  readonly failed: readonly SimulationResult[];
}

/** Both counts together. */
const added = (sum: FaultCounts, more: FaultCounts): FaultCounts => {
  const names = Object.keys({ ...sum, ...more }) as FaultName[];
  return Object.fromEntries(names.map((name) => [name, (sum[name] ?? 0) + (more[name] ?? 0)]));
};

const ENOUGH_FAILURES = 5;

/** Lives one history. What it left unhandled breaks the process before it counts as lived, and before the next one begins. */
export const liveHistory = async (
  world: WorldName,
  seed: number,
  options: HistoryOptions = {},
): Promise<SimulationResult> => {
  const result = await worlds[world](seed, options);
  await nextTurn();
  return result;
};

/** Lives histories from `firstSeed` on, and stops after a few that end wrong. */
export const simulateMany = async ({
  firstSeed,
  histories,
  world = 'devices',
  ...options
}: ManyHistories): Promise<ManyResults> => {
  const failed: SimulationResult[] = [];
  let requests = 0;
  let kills = 0;
  let lived = 0;
  let met: FaultCounts = {};
  while (lived < histories && failed.length < ENOUGH_FAILURES) {
    const result = await liveHistory(world, firstSeed + lived, options);
    lived += 1;
    requests += result.requests;
    kills += result.kills;
    met = added(met, result.met);
    if (result.wrongs.length) failed.push(result);
  }
  return { histories: lived, requests, kills, met, failed };
};
