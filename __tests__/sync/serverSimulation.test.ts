import { expect, test } from '@jest/globals';
import { runSimulation } from '../support/runSimulation';

/** The same histories as in `simulation.test.ts`, lived against our real server on a database in memory. */
const HISTORIES = 20;
const TIME_LIMIT_MS = 300_000;

test(
  'against our own server every device ends with what the server has, and nothing is lost, twice or back',
  async () => {
    const { lived, failed, requests } = await runSimulation('devices', HISTORIES, '--server');
    expect(failed).toEqual([]);
    expect(lived).toBe(HISTORIES);
    expect(requests).toBeGreaterThan(HISTORIES * 20);
  },
  TIME_LIMIT_MS,
);
