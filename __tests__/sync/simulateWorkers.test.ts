import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { simulateInWorkers } from '../support/simulateWorkers';
import type { SimulationResult } from '../support/simulation';

const SCRIPT = fileURLToPath(new URL('../support/brokenSimulateWorker.cjs', import.meta.url));

test('every seed is run once, and a seed that crashes or hangs its process is reported as wrong', async () => {
  const lived = new Map<number, SimulationResult['wrongs'][]>();
  let seed = 0;
  await simulateInWorkers({
    script: SCRIPT,
    args: [],
    workers: 2,
    nextSeed: () => {
      seed += 1;
      return seed <= 12 ? seed : null;
    },
    onSimulated: (result) => lived.set(result.seed, [...(lived.get(result.seed) ?? []), result.wrongs]),
  });
  const seeds = Array.from({ length: 12 }, (_, index) => index + 1);
  expect([...lived.keys()].sort((a, b) => a - b)).toEqual(seeds);
  for (const [of, [wrongs, ...again]] of lived) {
    expect(again).toEqual([]);
    const expected = { 3: ['the process ended: code 7'], 5: ['the process ended: code 0'], 6: ['a row is lost'] };
    expect(wrongs).toEqual(expected[of as keyof typeof expected] ?? []);
  }
});
