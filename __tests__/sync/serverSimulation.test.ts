import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { simulateMany } from '../support/simulateMany';
import { openSimulationServer } from '../support/simulationServer';

/** The same histories as in `simulation.test.ts`, lived against our real server on a database in memory. */
const HISTORIES = 100;
const TIME_LIMIT_MS = 900_000;

let server: Awaited<ReturnType<typeof openSimulationServer>>;
beforeAll(async () => {
  server = await openSimulationServer();
});
afterAll(() => server.close());

test(
  'against our own server every device ends with what the server has, and nothing is lost, twice or back',
  async () => {
    const { failed, requests } = await simulateMany({ firstSeed: 1, histories: HISTORIES, openProvider: server.open });
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThan(HISTORIES * 20);
  },
  TIME_LIMIT_MS,
);
