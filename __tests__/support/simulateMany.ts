import { simulateBrowsers } from './browsers/simulateBrowsers';
import { type SimulationResult, simulate } from './simulation';
import type { OpenProvider } from './simulationProvider';

/** `devices`: the engine over simulated devices, quick. `browsers`: whole browsers, with the product's store in every tab. */
export const worlds = { devices: simulate, browsers: simulateBrowsers } as const;
export type WorldName = keyof typeof worlds;

export interface ManyHistories {
  readonly firstSeed: number;
  readonly histories: number;
  readonly world?: WorldName;
  readonly openProvider?: OpenProvider;
  /** Told after each hundred. */
  readonly onProgress?: (results: ManyResults) => void;
}

export interface ManyResults {
  readonly histories: number;
  readonly requests: number;
  readonly kills: number;
  readonly failed: readonly SimulationResult[];
}

const ENOUGH_FAILURES = 5;
const PROGRESS_EVERY = 100;

/** Lives histories from `firstSeed` on, and stops after a few that end wrong. */
export const simulateMany = async ({
  firstSeed,
  histories,
  world = 'devices',
  openProvider,
  onProgress = () => undefined,
}: ManyHistories): Promise<ManyResults> => {
  const failed: SimulationResult[] = [];
  let requests = 0;
  let kills = 0;
  let lived = 0;
  while (lived < histories && failed.length < ENOUGH_FAILURES) {
    const result = await worlds[world](firstSeed + lived, openProvider);
    lived += 1;
    requests += result.requests;
    kills += result.kills;
    if (result.faults.length) failed.push(result);
    if (lived % PROGRESS_EVERY === 0) onProgress({ histories: lived, requests, kills, failed });
  }
  return { histories: lived, requests, kills, failed };
};
