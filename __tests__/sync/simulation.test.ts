import { expect, test } from '@jest/globals';
import { simulateMany } from '../support/simulateMany';
import { simulate } from '../support/simulation';

/** Convergence. `npm run simulate` lives as many more histories as one likes. */
const HISTORIES = 2000;
const TIME_LIMIT_MS = 900_000;

test(
  `after ${HISTORIES} histories of lost, doubled, late and broken messages and sudden deaths, every device shows what the server has, and nothing is lost or back`,
  async () => {
    const { histories, requests, kills, failed } = await simulateMany({ firstSeed: 1, histories: HISTORIES });
    expect(failed).toEqual([]);
    expect(histories).toBe(HISTORIES);
    // A world in which nothing happens proves nothing.
    expect(requests).toBeGreaterThan(HISTORIES * 20);
    expect(kills).toBeGreaterThan(HISTORIES);
  },
  TIME_LIMIT_MS,
);

test('the same seed lives the same history', async () => {
  expect(await simulate(7)).toEqual(await simulate(7));
});
