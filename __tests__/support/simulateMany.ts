import { type SimulationResult, simulate } from './simulation';
import type { OpenProvider } from './simulationProvider';

export interface ManyResults {
  readonly histories: number;
  readonly requests: number;
  readonly kills: number;
  readonly failed: readonly SimulationResult[];
}

const ENOUGH_FAILURES = 5;

/** Lives histories from `firstSeed` on, and stops after a few that end wrong. */
export const simulateMany = async (
  firstSeed: number,
  histories: number,
  openProvider?: OpenProvider,
): Promise<ManyResults> => {
  const failed: SimulationResult[] = [];
  let requests = 0;
  let kills = 0;
  let lived = 0;
  while (lived < histories && failed.length < ENOUGH_FAILURES) {
    const result = await simulate(firstSeed + lived, openProvider);
    lived += 1;
    requests += result.requests;
    kills += result.kills;
    if (result.faults.length) failed.push(result);
  }
  return { histories: lived, requests, kills, failed };
};
