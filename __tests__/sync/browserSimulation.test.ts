import { expect, test } from '@jest/globals';
import { simulateBrowsers } from '../support/browsers/simulateBrowsers';
import { simulateMany } from '../support/simulateMany';

/** Convergence of whole browsers. `npm run simulate` lives as many more histories as one likes. */
const HISTORIES = 500;
const TIME_LIMIT_MS = 1_800_000;

test(
  `after ${HISTORIES} histories of tabs that hide, freeze and die, killed browsers, workers, full disks and refused tokens, every tab shows what the server has`,
  async () => {
    const { histories, requests, kills, failed } = await simulateMany({
      firstSeed: 1,
      histories: HISTORIES,
      world: 'browsers',
    });
    expect(failed).toEqual([]);
    expect(histories).toBe(HISTORIES);
    // A world in which nothing happens proves nothing.
    expect(requests).toBeGreaterThan(HISTORIES * 50);
    expect(kills).toBeGreaterThan(HISTORIES);
  },
  TIME_LIMIT_MS,
);

test('the same seed lives the same history of browsers', async () => {
  expect(await simulateBrowsers(7)).toEqual(await simulateBrowsers(7));
});
