import { expect, test } from '@jest/globals';
import { DEFAULT_FAULTS } from '../support/faults';
import { runSimulation } from '../support/runSimulation';
import { simulate } from '../support/simulation';

/** Convergence. `npm run simulate` lives as many more histories as one likes. */
const HISTORIES = 250;
const TIME_LIMIT_MS = 300_000;

test(
  `after ${HISTORIES} histories of lost, doubled, late and broken messages, strange answers and sudden deaths, every device shows what the server has, and nothing is lost or back`,
  async () => {
    const { simulated, requests, kills, faultCounts, failed } = await runSimulation('devices', HISTORIES);
    expect(failed).toEqual([]);
    expect(simulated).toBe(HISTORIES);
    // A world in which nothing happens proves nothing.
    expect(requests).toBeGreaterThan(HISTORIES * 20);
    expect(kills).toBeGreaterThan(HISTORIES);
    expect(Object.keys(faultCounts).sort()).toEqual([...DEFAULT_FAULTS].sort());
  },
  TIME_LIMIT_MS,
);

test('the same seed lives the same history', async () => {
  expect(await simulate(7)).toEqual(await simulate(7));
});
