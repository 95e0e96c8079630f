import { afterAll } from '@jest/globals';

/**
 * A tab that was killed cannot stop its timers, and a disk or a stream that never answers is tried again for ever. After the last
 * test of a file such timers must not keep the process of the tests alive; until then short ones must, because a test may wait for
 * nothing else.
 */
const LONG_MS = 1000;
const startTimeout = globalThis.setTimeout;
const startInterval = globalThis.setInterval;
const waiting = new Set<NodeJS.Timeout>();
let isOver = false;

globalThis.setTimeout = Object.assign((run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
  const timer = startTimeout(() => {
    waiting.delete(timer);
    run(...values);
  }, ms);
  if (isOver || Number(ms) > LONG_MS) timer.unref();
  else waiting.add(timer);
  return timer;
}, startTimeout) as typeof startTimeout;

globalThis.setInterval = ((...call: Parameters<typeof startInterval>) =>
  startInterval(...call).unref()) as typeof startInterval;

afterAll(() => {
  isOver = true;
  for (const timer of waiting) timer.unref();
});
