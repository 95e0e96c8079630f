import { expect, test } from '@jest/globals';
import { runSimulation } from '../support/runSimulation';

/** The same histories as in `simulation.test.ts`, simulated against our real server on a database in memory. */
const HISTORIES = 20;
const TIME_LIMIT_MS = 300_000;

test(
  'against our own server every device ends with the rows of the server, without loss or repeats',
  async () => {
    const { simulated, failed, requests } = await runSimulation('devices', HISTORIES, '--server');
    expect(failed).toEqual([]);
    expect(simulated).toBe(HISTORIES);
    expect(requests).toBeGreaterThan(HISTORIES * 20);
  },
  TIME_LIMIT_MS,
);
