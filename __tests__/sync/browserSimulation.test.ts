import { expect, test } from '@jest/globals';
import { simulateBrowsers } from '../support/browsers/simulateBrowsers';
import { DEFAULT_FAULTS } from '../support/faults';
import { runSimulation } from '../support/runSimulation';

/** Convergence of whole browsers. `npm run simulate` lives as many more histories as one likes. */
const HISTORIES = 60;
const TIME_LIMIT_MS = 300_000;

test(
  `after ${HISTORIES} histories of tabs that hide, freeze and die, killed browsers, workers, full disks and refused tokens, every tab shows what the server has`,
  async () => {
    const { simulated, requests, kills, faultCounts, failed } = await runSimulation('browsers', HISTORIES);
    expect(failed).toEqual([]);
    expect(simulated).toBe(HISTORIES);
    // A world in which nothing happens proves nothing.
    expect(requests).toBeGreaterThan(HISTORIES * 50);
    expect(kills).toBeGreaterThan(HISTORIES);
    expect(Object.keys(faultCounts).sort()).toEqual([...DEFAULT_FAULTS].sort());
  },
  TIME_LIMIT_MS,
);

test('the same seed lives the same history of browsers', async () => {
  expect(await simulateBrowsers(7)).toEqual(await simulateBrowsers(7));
});
